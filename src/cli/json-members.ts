/** A member of a JSON object as it is spelled. */
export type Member = { readonly name: string; readonly value: Uint8Array }

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const BACKSLASH = 0x5c
/** `[` and `{`, `]` and `}` differ in this bit. */
const BRACE_BIT = 0x20
const OPENING = 0x7b
const CLOSING = 0x7d

/**
 * The members of a JSON object with the bytes of their values, so that a value can be judged as its author spelled it. The
 * bytes must be a JSON text whose root is an object.
 */
export const membersOf = (json: Uint8Array): readonly Member[] => {
  const members: Member[] = []
  let open = 0
  let nameStart = -1
  let name: string | undefined
  let valueStart = 0
  const take = (end: number): void => {
    if (name !== undefined) members.push({ name, value: json.subarray(valueStart, end) })
    name = undefined
  }
  for (let i = 0; i < json.length; i++) {
    const byte = json[i]!
    if (byte === QUOTE) {
      const start = i
      for (i += 1; json[i] !== QUOTE; i++) if (json[i] === BACKSLASH) i += 1
      if (open === 1 && name === undefined) nameStart = start
    } else if ((byte | BRACE_BIT) === OPENING) open += 1
    else if ((byte | BRACE_BIT) === CLOSING) {
      open -= 1
      if (open === 0) take(i)
    } else if (open === 1 && byte === COLON && name === undefined) {
      name = JSON.parse(new TextDecoder().decode(json.subarray(nameStart, i))) as string
      valueStart = i + 1
    } else if (open === 1 && byte === COMMA) take(i)
  }
  return members
}
