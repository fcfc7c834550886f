import { toBase64url } from '../encoding/base64.js'
import { canonicalize } from '../encoding/jcs.js'
import type { JsonObject } from '../encoding/json.js'
import { pathText } from '../encoding/json-path.js'
import { AnetError } from '../errors.js'
import type { NewTaskDoc, TaskDoc } from './task-doc.js'

/** The context of the first task that keeps one request apart from the next. */
const NONCE = { key: 'anet.nonce', visibility: 'private' } as const

/**
 * The nonce of a request, as it is written: the first context `anet.nonce` of visibility "private" in its first task.
 *
 * @example
 * ```ts
 * import { Task } from 'anet-protocol'
 *
 * const doc = Task.buildTextTask({ words: 'do x', nonce: new Uint8Array(16) })
 * const decoded = Task.decodeTaskDoc(Task.encodeTaskDoc(doc))
 * decoded.ok && Task.nonceOf(decoded.doc) // 'AAAAAAAAAAAAAAAAAAAAAA'
 * ```
 */
export const nonceOf = ({ tasks }: TaskDoc): string | undefined =>
  tasks?.[0]?.contexts?.find(({ key, visibility }) => key === NONCE.key && visibility === NONCE.visibility)
    ?.value

/**
 * Builds the request of a text task: the words are the intent's body.
 *
 * @param options - `nonce`: 16 random bytes, fresh for each request
 * @throws an {@link AnetError}: `BAD_INPUT` for a nonce of another length.
 * @example
 * ```ts
 * import { Task } from 'anet-protocol'
 *
 * Task.buildTextTask({ words: 'do x', nonce: new Uint8Array(16) }).tasks?.[0]?.intent // { body: 'do x' }
 * ```
 */
export const buildTextTask = ({
  words,
  nonce,
}: {
  readonly words: string
  readonly nonce: Uint8Array
}): NewTaskDoc => ({
  version: { major: 1 },
  tasks: [{ intent: { body: words }, contexts: [nonceContext(nonce)] }],
})

/**
 * Builds the request of a capability call: it requires the capability and carries the arguments as canonical JSON.
 *
 * @param options - `nonce`: 16 random bytes, fresh for each request
 * @throws an {@link AnetError}: `BAD_INPUT` for a nonce of another length, an argument whose name starts with "$", or
 * arguments that are no I-JSON.
 * @example
 * ```ts
 * import { Task } from 'anet-protocol'
 *
 * const doc = Task.buildCapabilityCall({ capability: 'echo', args: { text: 'hi' }, nonce: new Uint8Array(16) })
 * doc.tasks?.[0]?.contexts?.[0] // { key: 'args', value: '{"text":"hi"}', format: 'json' }
 * ```
 */
export const buildCapabilityCall = ({
  capability,
  args,
  nonce,
}: {
  readonly capability: string
  readonly args: JsonObject
  readonly nonce: Uint8Array
}): NewTaskDoc => {
  const reserved = Object.keys(args).find((name) => name.startsWith('$'))
  if (reserved !== undefined) {
    throw new AnetError('BAD_INPUT', 'an argument’s name starts with "$"', pathText(['args', reserved]))
  }
  return {
    version: { major: 1 },
    tasks: [
      {
        intent: { body: '' },
        requires: [{ id: capability, type: CAPABILITY.type, necessity: CAPABILITY.necessity }],
        contexts: [{ key: ARGS.key, value: canonicalize(args), format: ARGS.format }, nonceContext(nonce)],
      },
    ],
  }
}

/** The capability that a request calls, with its arguments as the JSON text that was sent; undefined for a text task. */
export type CapabilityCall = { readonly capability: string; readonly args: string }

/**
 * The capability call of a request's first task: its requirement of type "capability" that must be met, and its
 * context `args` of format "json", "{}" when it has none.
 *
 * @example
 * ```ts
 * import { Task } from 'anet-protocol'
 *
 * const doc = Task.buildCapabilityCall({ capability: 'echo', args: {}, nonce: new Uint8Array(16) })
 * const decoded = Task.decodeTaskDoc(Task.encodeTaskDoc(doc))
 * decoded.ok && Task.callOf(decoded.doc) // { capability: 'echo', args: '{}' }
 * ```
 */
export const callOf = ({ tasks }: TaskDoc): CapabilityCall | undefined => {
  const { requires, contexts } = tasks?.[0] ?? {}
  const required = requires?.find(
    ({ type, necessity }) => type === CAPABILITY.type && necessity === CAPABILITY.necessity,
  )
  if (required === undefined) return undefined
  const args = contexts?.find(({ key, format }) => key === ARGS.key && format === ARGS.format)?.value
  return { capability: required.id, args: args ?? '{}' }
}

const CAPABILITY = { type: 'capability', necessity: 'must' } as const
const ARGS = { key: 'args', format: 'json' } as const

const nonceContext = (nonce: Uint8Array) => {
  if (nonce.length !== 16) throw new AnetError('BAD_INPUT', 'a request’s nonce has 16 bytes', 'nonce')
  return { ...NONCE, value: toBase64url(nonce) }
}
