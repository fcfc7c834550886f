import {
  always,
  bytes,
  decodeObject,
  encodeObject,
  int,
  list,
  Malformed,
  nested,
  optional,
  type Read,
  schema,
  text,
  uint,
  type Written,
} from '../encoding/wire-object.js'
import { type Result, refuse } from '../errors.js'
import { attachment } from './attachment.js'

const resultResp = schema({
  status: always(1, text),
  deliverable: optional(2, bytes),
  receipt: optional(3, bytes),
  kel: optional(4, bytes),
  metadata: optional(5, bytes),
})

const chatMsg = schema({
  kind: always(1, text),
  body: optional(2, text),
  attachments: optional(3, list(nested(attachment))),
  streamSeq: optional(4, uint),
  streamAtMs: optional(5, int),
  reasoningBody: optional(6, text),
  reasoningStreamAtMs: optional(7, int),
  // 8 was never assigned.
  msgId: optional(9, text),
  metadata: optional(10, bytes),
})

const statusMsg = schema({
  state: always(1, text),
  text: optional(2, text),
  metadata: optional(3, bytes),
  at: always(4, uint),
})

/**
 * What a provider answers to a delegation (PROTOCOL: Wire objects): `status` "queued", "done" or "failed", the deliverable
 * with its receipt, and the provider's log; `metadata` is JSON.
 *
 * @interface
 */
export type ResultResp = Read<typeof resultResp>

/**
 * A result to be written.
 *
 * @interface
 */
export type NewResultResp = Written<typeof resultResp>

/**
 * A message of a conversation (PROTOCOL: Wire objects): `kind` "text", "end_request", "cancel" or "stream_preview"; times in
 * unix milliseconds; `metadata` is JSON.
 *
 * @interface
 */
export type ChatMsg = Read<typeof chatMsg>

/**
 * A chat message to be written: {@link ChatMsg}, its integers also as safe numbers.
 *
 * @interface
 */
export type NewChatMsg = Written<typeof chatMsg>

/**
 * A change of a task's state (PROTOCOL: Wire objects): `state` "submitted", "working", "input-required", "rejected",
 * "canceled" or "failed"; `at` in unix milliseconds; `metadata` is JSON.
 *
 * @interface
 */
export type StatusMsg = Read<typeof statusMsg>

/**
 * A status to be written: {@link StatusMsg}, its integers also as safe numbers.
 *
 * @interface
 */
export type NewStatusMsg = Written<typeof statusMsg>

/**
 * Reads a ResultResp. Unknown keys are ignored; the status, the receipt and the log are not judged.
 *
 * Refusals: `MALFORMED_RESULT`.
 *
 * @example
 * ```ts
 * import { Task } from 'anet-protocol'
 *
 * Task.decodeResult(Task.encodeResult({ status: 'queued' })) // { ok: true, result: { status: 'queued' } }
 * ```
 */
export const decodeResult = (
  encoded: Uint8Array,
): Result<{ readonly result: ResultResp }, 'MALFORMED_RESULT'> => {
  const result = decodeObject(resultResp, encoded)
  return result instanceof Malformed
    ? refuse('MALFORMED_RESULT', result.message, result.path)
    : { ok: true, result }
}

/**
 * The bytes of a ResultResp.
 *
 * @throws an `AnetError`: `BAD_INPUT` for a member of another type or range.
 * @example
 * ```ts
 * import { Task } from 'anet-protocol'
 *
 * Task.decodeResult(Task.encodeResult({ status: 'queued' })).ok // true
 * ```
 */
export const encodeResult = (result: NewResultResp): Uint8Array => encodeObject(resultResp, result)

/**
 * Reads a ChatMsg. Unknown keys are ignored; the kind and the attachments ({@link attachmentsFault}) are not judged.
 *
 * Refusals: `MALFORMED_CHAT`.
 *
 * @example
 * ```ts
 * import { Task } from 'anet-protocol'
 *
 * const bytes = Task.encodeChat({ kind: 'text', body: 'hello' })
 * Task.decodeChat(bytes) // { ok: true, message: { kind: 'text', body: 'hello' } }
 * ```
 */
export const decodeChat = (encoded: Uint8Array): Result<{ readonly message: ChatMsg }, 'MALFORMED_CHAT'> => {
  const message = decodeObject(chatMsg, encoded)
  return message instanceof Malformed
    ? refuse('MALFORMED_CHAT', message.message, message.path)
    : { ok: true, message }
}

/**
 * The bytes of a ChatMsg.
 *
 * @throws an `AnetError`: `BAD_INPUT` for a member of another type or range.
 * @example
 * ```ts
 * import { Task } from 'anet-protocol'
 *
 * Task.decodeChat(Task.encodeChat({ kind: 'text', body: 'hello' })).ok // true
 * ```
 */
export const encodeChat = (message: NewChatMsg): Uint8Array => encodeObject(chatMsg, message)

/**
 * Reads a StatusMsg. Unknown keys are ignored; the state is not judged.
 *
 * Refusals: `MALFORMED_STATUS`.
 *
 * @example
 * ```ts
 * import { Task } from 'anet-protocol'
 *
 * const bytes = Task.encodeStatus({ state: 'working', at: 1767225600000 })
 * Task.decodeStatus(bytes) // { ok: true, status: { state: 'working', at: 1767225600000n } }
 * ```
 */
export const decodeStatus = (
  encoded: Uint8Array,
): Result<{ readonly status: StatusMsg }, 'MALFORMED_STATUS'> => {
  const status = decodeObject(statusMsg, encoded)
  return status instanceof Malformed
    ? refuse('MALFORMED_STATUS', status.message, status.path)
    : { ok: true, status }
}

/**
 * The bytes of a StatusMsg.
 *
 * @throws an `AnetError`: `BAD_INPUT` for a member of another type or range.
 * @example
 * ```ts
 * import { Task } from 'anet-protocol'
 *
 * Task.decodeStatus(Task.encodeStatus({ state: 'working', at: 1767225600000 })).ok // true
 * ```
 */
export const encodeStatus = (status: NewStatusMsg): Uint8Array => encodeObject(statusMsg, status)
