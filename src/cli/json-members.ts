import { spellingOf } from '../encoding/json.js'

/** A member of a JSON object as it is spelled. */
export type Member = { readonly name: string; readonly value: Uint8Array }

/**
 * The members of a JSON object with the bytes of their values, so that a value can be judged as its author spelled it. The
 * bytes, and the text they decode to, must be a JSON text whose root is an object.
 */
export const membersOf = (json: Uint8Array, text: string): readonly Member[] => {
  const ends = [...spellingOf(json, text).rootCommas, json.lastIndexOf(CLOSING)]
  const starts = [json.indexOf(OPENING), ...ends]
  return ends.flatMap((end, i) => memberIn(json.subarray(starts[i]! + 1, end)))
}

const QUOTE = 0x22
const COLON = 0x3a
const BACKSLASH = 0x5c
const OPENING = 0x7b
const CLOSING = 0x7d
const WHITESPACE = [0x20, 0x09, 0x0a, 0x0d]

/** The member between two commas; none in an object that is empty. */
const memberIn = (spelled: Uint8Array): readonly Member[] => {
  const start = spelled.indexOf(QUOTE)
  if (start === -1) return []
  let end = start + 1
  while (spelled[end] !== QUOTE) end += spelled[end] === BACKSLASH ? 2 : 1
  const name = JSON.parse(new TextDecoder().decode(spelled.subarray(start, end + 1))) as string
  return [{ name, value: trimmed(spelled.subarray(spelled.indexOf(COLON, end) + 1)) }]
}

/** A value without the whitespace around it, which is not its author's. */
const trimmed = (spelled: Uint8Array): Uint8Array => {
  let [start, end] = [0, spelled.length]
  while (WHITESPACE.includes(spelled[start]!)) start++
  while (WHITESPACE.includes(spelled[end - 1]!)) end--
  return spelled.subarray(start, end)
}
