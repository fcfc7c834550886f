/**
 * Freezes plain data at every depth. Bytes cannot be frozen, so their contents are remembered: the function this
 * returns throws when any of them has changed since.
 */
export const deepFreeze = (value: unknown): (() => void) => {
  const held: { readonly bytes: Uint8Array; readonly content: string }[] = []
  const freeze = (part: unknown): void => {
    if (typeof part !== 'object' || part === null || Object.isFrozen(part)) return
    if (part instanceof Uint8Array) {
      held.push({ bytes: part, content: part.join() })
      return
    }
    Object.freeze(part)
    Object.values(part).forEach(freeze)
  }
  freeze(value)
  return () => {
    for (const { bytes, content } of held) if (bytes.join() !== content) throw new Error('bytes were changed')
  }
}
