import { readJson } from '../encoding/json.js'
import { toUtf8 } from '../encoding/utf8.js'
import type { Answer } from './answer.js'

/** What a line of an adapter's output is. */
export type AnswerLine =
  /** An answer to the request with this id. */
  | { readonly kind: 'answer'; readonly id: string; readonly answer: Answer }
  /** The line names a request and is no answer to it. */
  | { readonly kind: 'broken-answer'; readonly id: string; readonly detail: string }
  /** The adapter says that a line it got was no request. */
  | { readonly kind: 'no-request'; readonly detail: string }
  /** Anything else. */
  | { readonly kind: 'broken-line'; readonly detail: string }

/**
 * Reads a line of an adapter's output (vectors/README.md): a JSON object with a text as `id` and exactly one of `ok` (an
 * object), `error` (a text) and `unsupported` (true). The JSON is strict, so that no two readers see different answers: no
 * member name occurs twice in an object, and at most 128 arrays and objects are open; noncharacters are allowed.
 *
 * @example
 * ```ts
 * import { Conformance } from 'anet-protocol'
 *
 * Conformance.readAnswerLine('{"id":"1","ok":{}}') // { kind: 'answer', id: '1', answer: { ok: {} } }
 * Conformance.readAnswerLine('{"id":"1"}') // { kind: 'broken-answer', id: '1', detail: 'none of ok, error and unsupported' }
 * Conformance.readAnswerLine('ready') // { kind: 'broken-line', detail: 'the text is not one JSON value' }
 * ```
 */
export const readAnswerLine = (line: string): AnswerLine => {
  const json = readJson(toUtf8(line), true)
  if (!json.ok) return { kind: 'broken-line', detail: json.detail }
  const { value } = json
  if (!isObject(value)) return { kind: 'broken-line', detail: 'no JSON object' }
  const { id, ok, error, unsupported, detail, path } = value
  if (id === null && error === 'BAD_INPUT') {
    return { kind: 'no-request', detail: 'the adapter says that a line it got was no request' }
  }
  if (typeof id !== 'string') return { kind: 'broken-line', detail: 'no text as id' }
  const broken = (why: string): AnswerLine => ({ kind: 'broken-answer', id, detail: why })
  const given = ['ok', 'error', 'unsupported'].filter((member) => Object.hasOwn(value, member))
  if (given.length === 0) return broken('none of ok, error and unsupported')
  if (given.length > 1) return broken(`both ${given.join(' and ')}`)
  if (Object.hasOwn(value, 'ok')) {
    return isObject(ok) ? { kind: 'answer', id, answer: { ok } } : broken('ok is no object')
  }
  if (Object.hasOwn(value, 'unsupported')) {
    return unsupported === true
      ? { kind: 'answer', id, answer: { unsupported } }
      : broken('unsupported is not true')
  }
  if (typeof error !== 'string' || error === '') return broken('error is no text')
  const stated = {
    error,
    ...(typeof detail === 'string' ? { detail } : {}),
    ...(typeof path === 'string' ? { path } : {}),
  }
  return { kind: 'answer', id, answer: stated }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
