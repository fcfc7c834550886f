import { AnetError } from '../errors.js'
import { isJsonArray, type JsonObject, type JsonValue, jsonProblem } from './json.js'
import { pathText } from './json-path.js'

/**
 * The canonical form of a JSON value (RFC 8785, JCS): no whitespace, members sorted by the UTF-16 code units of their
 * names, numbers as ECMAScript prints them (-0 as 0), the shortest escapes.
 *
 * @throws an {@link AnetError}: `BAD_INPUT` for a value that is no I-JSON: a lone surrogate or noncharacter, NaN or an
 * infinity, more than 128 open arrays and objects. `path` says where.
 * @example
 * ```ts
 * import { Encoding } from 'anet-protocol'
 *
 * Encoding.canonicalize({ b: [1e21, -0], a: 'x' }) // '{"a":"x","b":[1e+21,0]}'
 * ```
 */
export const canonicalize = (value: JsonValue): string => {
  const problem = jsonProblem(value)
  if (problem !== undefined)
    throw new AnetError('BAD_INPUT', `no I-JSON: ${problem.why}`, pathText(problem.at))
  return canonicalText(value)
}

/** {@link canonicalize} of a value that {@link parseJson} returned. */
export const canonicalText = (value: JsonValue): string =>
  isInOrder(value) ? JSON.stringify(value) : orderedText(value)

/** Whether the members of every object in a value stand in canonical order, so that JSON.stringify writes JCS. */
const isInOrder = (value: JsonValue): boolean => {
  if (typeof value !== 'object' || value === null) return true
  if (isJsonArray(value)) return value.every(isInOrder)
  const names = Object.keys(value)
  return areSorted(names) && names.every((name) => isInOrder(value[name]!))
}

/**
 * Whether the names of a parsed object stood in canonical order in its text. JavaScript puts integer names first, wherever
 * they stood.
 */
export const isTextSorted = (names: readonly string[]): boolean =>
  areSorted(names) && !(names.length > 0 && /^[0-9]/.test(names[0]!))

/** Whether names stand in canonical order: by UTF-16 code units, as JavaScript compares strings. */
const areSorted = (names: readonly string[]): boolean => {
  for (let i = 1; i < names.length; i++) if (names[i - 1]! > names[i]!) return false
  return true
}

const orderedText = (value: JsonValue): string => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return isJsonArray(value)
    ? listText(value, undefined, orderedText)
    : objectText(value, undefined, orderedText)
}

/** `[…]` of a list whose elements `textOf` writes; `type` is handed on to it. */
export const listText = <T>(
  list: readonly JsonValue[],
  type: T,
  textOf: (element: JsonValue, type: T) => string,
): string => {
  let text = '['
  for (let i = 0; i < list.length; i++) text += (i === 0 ? '' : ',') + textOf(list[i]!, type)
  return `${text}]`
}

/** `{…}` of an object whose members `textOf` writes, or leaves out by answering undefined. */
export const objectText = <T>(
  object: JsonObject,
  type: T,
  textOf: (member: JsonValue, type: T, name: string) => string | undefined,
): string => {
  let text = ''
  for (const name of Object.keys(object).sort()) {
    const member = textOf(object[name]!, type, name)
    if (member !== undefined) text += `${text === '' ? '{' : ','}${JSON.stringify(name)}:${member}`
  }
  return text === '' ? '{}' : `${text}}`
}
