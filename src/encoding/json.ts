import { type Result, refuse } from '../errors.js'
import { pathText, type Segments } from './json-path.js'
import { fromUtf8 } from './utf8.js'

/** A JSON value. Numbers are binary64; strings hold no lone surrogate. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject

/** A JSON object, its members by name. Any name may occur, `__proto__` too: look members up with `Object.hasOwn`. */
export type JsonObject = { readonly [name: string]: JsonValue }

/** The most arrays and objects that may be open at one point of a text. */
const MAX_OPEN = 128

/**
 * Parses strict I-JSON (RFC 8259, RFC 7493; PROTOCOL: Strict JSON): refuses what other parsers repair. Numbers are
 * binary64, strings are kept as they are. Total: any input gets an answer, in time linear in its length.
 *
 * Refusals: `MALFORMED_JSON` for a syntax error, anything before or after the value, a byte order mark, bytes that
 * are not UTF-8, a member name that occurs twice in one object, a lone surrogate or a noncharacter (literal or
 * escaped), a number beyond binary64, more than 128 open arrays and objects (128 pass).
 *
 * @param options - `allowNoncharacters`: as conversation records do
 * @example
 * ```ts
 * import { Encoding } from 'anet-protocol'
 *
 * const bytes = new TextEncoder().encode('{"a":1,"\\u0061":2}')
 * Encoding.parseJson(bytes) // { ok: false, code: 'MALFORMED_JSON', detail: 'a member name occurs twice', path: 'a' }
 * ```
 */
export const parseJson = (
  bytes: Uint8Array,
  { allowNoncharacters = false }: { readonly allowNoncharacters?: boolean } = {},
): Result<{ readonly value: JsonValue }, 'MALFORMED_JSON'> => {
  const read = readJson(bytes, allowNoncharacters)
  return read.ok ? { ok: true, value: read.value } : read
}

/** {@link parseJson}, and how the value is spelled. */
export const readJson = (
  bytes: Uint8Array,
  allowNoncharacters = false,
): Result<{ readonly value: JsonValue; readonly spelling: Spelling }, 'MALFORMED_JSON'> => {
  const text = fromUtf8(bytes)
  if (text === undefined) return refuse('MALFORMED_JSON', 'the bytes are not UTF-8')
  let value: JsonValue
  try {
    value = JSON.parse(text)
  } catch {
    return refuse('MALFORMED_JSON', 'the text is not one JSON value')
  }
  const spelling = spellingOf(bytes, text)
  const { names, mayHoldNoncharacter, hasEscape } = spelling
  const mayHoldBadText =
    (mayHoldNoncharacter && NONCHARACTER.test(text)) || (hasEscape && text.includes('\\u'))
  const isGoodText = allowNoncharacters ? isWellFormed : isInterchangeable
  const census: Census = { members: 0, isGoodText: mayHoldBadText ? isGoodText : undefined }
  const problem = inspect(value, 0, census)
  if (problem !== undefined) return refuse('MALFORMED_JSON', problem.why, pathText(problem.at))
  // JSON.parse keeps the last of equal names, so a text with more names than the value has members repeats one.
  if (census.members !== names) {
    return refuse('MALFORMED_JSON', 'a member name occurs twice', pathOfRepeatedName(text))
  }
  return { ok: true, value, spelling }
}

/** Whether a JSON value is an object. */
export const isJsonObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A member of an object, whatever its name; undefined when there is none. */
export const memberOf = (object: JsonObject, name: string): JsonValue | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined

/** Whether a JSON value is a list. */
export const isJsonArray = (value: JsonValue | undefined): value is readonly JsonValue[] =>
  Array.isArray(value)

/** What is wrong with a value that {@link parseJson} would not have returned; undefined for one it could have. */
export const jsonProblem = (value: JsonValue): Problem | undefined =>
  inspect(value, 0, { members: 0, isGoodText: isInterchangeable })

type Problem = { readonly why: string; readonly at: Segments }
type Census = {
  members: number
  /** Undefined where every text is known to be good. */
  readonly isGoodText: ((text: string) => boolean) | undefined
}

const isWellFormed = (text: string): boolean => text.isWellFormed()

const isInterchangeable = (text: string): boolean => text.isWellFormed() && !NONCHARACTER.test(text)

/** U+FDD0 .. U+FDEF and the last two code points of each plane, by code units: three times as fast as by code points. */
const NONCHARACTER = new RegExp(
  `[\\uFDD0-\\uFDEF\\uFFFE\\uFFFF]|[${[...Array(16).keys()].map((plane) => String.fromCharCode(0xd83f + 0x40 * plane)).join('')}][\\uDFFE\\uDFFF]`,
)

const BAD_TEXT = 'a text holds a lone surrogate or a noncharacter'

const inspect = (value: JsonValue, open: number, census: Census): Problem | undefined => {
  if (typeof value === 'string') {
    return census.isGoodText?.(value) === false ? { why: BAD_TEXT, at: [] } : undefined
  }
  if (typeof value === 'number') {
    return Number.isFinite(value) ? undefined : { why: 'a number is beyond binary64', at: [] }
  }
  if (typeof value === 'boolean' || value === null) return undefined
  if (typeof value !== 'object') return { why: 'a value that JSON does not have', at: [] }
  if (open === MAX_OPEN) return { why: `more than ${MAX_OPEN} open arrays and objects`, at: [] }
  if (isJsonArray(value)) {
    for (let i = 0; i < value.length; i++) {
      const problem = inspect(value[i]!, open + 1, census)
      if (problem !== undefined) return { why: problem.why, at: [i, ...problem.at] }
    }
    return undefined
  }
  const { isGoodText } = census
  const badName = isGoodText && Object.keys(value).find((name) => !isGoodText(name))
  if (badName !== undefined) return { why: BAD_TEXT, at: [badName] }
  const members = Object.values(value)
  census.members += members.length
  for (let i = 0; i < members.length; i++) {
    const problem = inspect(members[i]!, open + 1, census)
    if (problem !== undefined) return { why: problem.why, at: [Object.keys(value)[i]!, ...problem.at] }
  }
  return undefined
}

/** What the bytes of a JSON text show beyond its value. */
export type Spelling = {
  /** How many member names there are, those that JSON.parse drops included. */
  readonly names: number
  readonly mayHoldNoncharacter: boolean
  readonly hasEscape: boolean
  /** Whether every token is in its RFC 8785 form for sure: no whitespace, no escape, no number. */
  readonly isPlain: boolean
  /** Where the commas between the members or elements of the root are. */
  readonly rootCommas: readonly number[]
}

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const BACKSLASH = 0x5c
/** `[` and `{`, `]` and `}` differ in this bit. */
const BRACE_BIT = 0x20
const OPENING = 0x7b
const CLOSING = 0x7d
/** Whitespace and numbers are below it, brackets and literals are not. */
const FIRST_LETTER = 0x40
/** The lowest first byte of a noncharacter's UTF-8. */
const NONCHARACTER_HEAD = 0xef

/** Of a valid JSON text and its bytes. */
export const spellingOf = (bytes: Uint8Array, text: string): Spelling => {
  // ASCII without an escape, as most texts are: nothing within a string counts, and its end is found faster.
  const isSimple = text.length === bytes.length && !text.includes('\\')
  const rootCommas: number[] = []
  let names = 0
  let mayHoldNoncharacter = false
  let hasEscape = false
  let isTight = true
  let open = 0
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!
    if (byte === QUOTE) {
      if (isSimple) i = text.indexOf('"', i + 1)
      else
        for (i += 1; bytes[i] !== QUOTE; i++) {
          if (bytes[i]! >= NONCHARACTER_HEAD) mayHoldNoncharacter = true
          if (bytes[i] !== BACKSLASH) continue
          hasEscape = true
          i += 1
        }
    } else if (byte === COLON) names += 1
    else if (byte === COMMA) {
      if (open === 1) rootCommas.push(i)
    } else if (byte < FIRST_LETTER) isTight = false
    else if ((byte | BRACE_BIT) === OPENING) open += 1
    else if ((byte | BRACE_BIT) === CLOSING) open -= 1
  }
  return { names, mayHoldNoncharacter, hasEscape, isPlain: isTight && !hasEscape, rootCommas }
}

/** The path of the first repeated name of a valid JSON text that has one. */
const pathOfRepeatedName = (text: string): string => {
  const open: { readonly names?: Set<string>; at: string | number }[] = []
  let isNameNext = false
  for (let i = 0; i < text.length; i++) {
    const top = open.at(-1)
    switch (text[i]) {
      case '{':
        open.push({ names: new Set(), at: '' })
        isNameNext = true
        break
      case '[':
        open.push({ at: 0 })
        isNameNext = false
        break
      case '}':
      case ']':
        open.pop()
        break
      case ',':
        if (typeof top?.at === 'number') top.at += 1
        else isNameNext = true
        break
      case '"': {
        const start = i
        for (i += 1; text[i] !== '"'; i++) if (text[i] === '\\') i += 1
        if (!isNameNext || top?.names === undefined) break
        isNameNext = false
        top.at = JSON.parse(text.slice(start, i + 1)) as string
        if (top.names.has(top.at)) return pathText(open.map(({ at }) => at))
        top.names.add(top.at)
      }
    }
  }
  return ''
}
