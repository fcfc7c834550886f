import { type JsonObject, memberOf } from '../encoding/json.js'
import type { RecordedAttachment, RecordedMessage } from './conversation.js'

/** A message as a node keeps it: what may or may not enter the conversation record. */
export type KeptMessage = RecordedMessage & {
  /** The kind of the ChatMsg. */
  readonly kind: string
  /** The metadata of the ChatMsg, parsed. */
  readonly metadata?: JsonObject
}

/** What the requester asked for: the goal in words, and the delegation's attachments. */
export type RecordedRequest = { readonly body: string; readonly attachments?: readonly RecordedAttachment[] }

/**
 * The messages of a conversation record: the request first, then every message of kind "text" that has a body or an
 * attachment, but for those that only move a payment or a state (PROTOCOL: Conversation record): none that carries an
 * `x402.*` key or `anet.state` in its metadata enters, unless `anet.final` is true there.
 *
 * @example
 * ```ts
 * import { Task } from 'anet-protocol'
 *
 * const messages = [
 *   { kind: 'text', from: 'provider', body: 'done' },
 *   { kind: 'cancel', from: 'requester', body: 'stop' },
 * ] as const
 * Task.recordEntries({ body: 'do x' }, messages).map(({ body }) => body) // ['do x', 'done']
 * ```
 */
export const recordEntries = (
  request: RecordedRequest,
  messages: readonly KeptMessage[],
): readonly RecordedMessage[] => [
  entryOf({ from: 'requester', ...request }),
  ...messages.filter(entersRecord).map(entryOf),
]

const entersRecord = ({ kind, body, attachments = [], metadata = {} }: KeptMessage): boolean => {
  if (kind !== 'text' || (body === '' && attachments.length === 0)) return false
  if (memberOf(metadata, 'anet.final') === true) return true
  return !Object.keys(metadata).some((key) => key.startsWith('x402.') || key === 'anet.state')
}

const entryOf = ({ from, body, attachments = [] }: RecordedMessage): RecordedMessage =>
  attachments.length === 0 ? { from, body } : { from, body, attachments }
