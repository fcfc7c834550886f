/** A JSON text as every parser reads it, repeated names and all; undefined for what is no JSON. For texts that nobody signs. */
export const parsePlainJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
