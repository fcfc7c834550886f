const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The UTF-8 bytes of a well-formed string. */
export const toUtf8 = (text: string): Uint8Array => encoder.encode(text)

/** The text of UTF-8 bytes, a leading U+FEFF kept; undefined for bytes that are not UTF-8. */
export const fromUtf8 = (bytes: Uint8Array): string | undefined => {
  try {
    return decoder.decode(bytes)
  } catch {
    return undefined
  }
}
