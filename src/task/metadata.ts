import type { JsonObject, JsonValue } from '../encoding/json.js'
import { EFFECT_STATUSES, PAYMENT_STATUSES, RECEIPT_VERDICTS } from './metadata-values.js'

/** How a key's value is read: one of some texts, any text, a number, a boolean, or any JSON. */
type Kind = readonly string[] | 'text' | 'number' | 'boolean' | 'json'

/** The keys of a task's metadata and what each may hold (PROTOCOL: What a task says, Prices, quotes, spending, payment). */
const KEYS = {
  role: ['anet.role', ['requester', 'provider']],
  stateSeq: ['anet.state_seq', 'number'],
  effectStatus: ['anet.effect_status', EFFECT_STATUSES],
  receiptVerified: ['anet.receipt_verified', RECEIPT_VERDICTS],
  receipt: ['anet.receipt', 'json'],
  requestCid: ['anet.request_cid', 'text'],
  resultCid: ['anet.result_cid', 'text'],
  peerAid: ['anet.peer_aid', 'text'],
  skill: ['anet.skill', 'text'],
  trust: ['anet.trust', ['peer', 'public', 'public_cap', 'approved']],
  reason: ['anet.reason', 'text'],
  retryAfterMs: ['anet.retry_after_ms', 'number'],
  delivery: ['anet.delivery', ['pending', 'unconfirmed']],
  deliveryDetail: ['anet.delivery_detail', 'text'],
  deliveryWait: ['anet.delivery_wait', 'json'],
  deliverySince: ['anet.delivery_since', 'json'],
  deliveryEndsAt: ['anet.delivery_ends_at', 'json'],
  deliveryOrdered: ['anet.delivery_ordered', 'boolean'],
  paymentNote: ['anet.payment_note', 'text'],
  spendCheck: ['anet.spend_check', 'json'],
  cancelRequested: ['anet.cancel_requested', 'boolean'],
  contentExpiresAt: ['anet.content_expires_at', 'json'],
  deduplicated: ['anet.deduplicated', 'json'],
  identityNote: ['anet.identity_note', 'text'],
  wait: ['anet.wait', ['timed_out']],
  truncated: ['anet.truncated', 'json'],
  paymentStatus: ['x402.payment.status', PAYMENT_STATUSES],
  paymentRequired: ['x402.payment.required', 'json'],
  paymentPayload: ['x402.payment.payload', 'json'],
  paymentReceipts: ['x402.payment.receipts', 'json'],
  paymentError: ['x402.payment.error', 'text'],
  paymentAccept: ['anet.payment.accept', 'json'],
  quoteExpiresAt: ['anet.quote_expires_at', 'json'],
} as const satisfies Record<string, readonly [string, Kind]>

type Name = keyof typeof KEYS

type ValueOf<K> = K extends readonly (infer Text)[]
  ? Text
  : K extends 'text'
    ? string
    : K extends 'number'
      ? number
      : K extends 'boolean'
        ? boolean
        : JsonValue

/**
 * What a task says beside its state. `reason` is an open vocabulary: pass an unknown one on, never drop it. Waiting
 * compares `stateSeq`, not the state.
 *
 * @interface
 */
export type TaskMetadata = { readonly [N in Name]?: ValueOf<(typeof KEYS)[N][1]> }

/** Whether the effect of a capability call happened. */
export type EffectStatus = NonNullable<TaskMetadata['effectStatus']>

/**
 * The metadata key of each name of {@link TaskMetadata}.
 *
 * @example
 * ```ts
 * import { Task } from 'anet-protocol'
 *
 * Task.METADATA_KEYS.effectStatus // 'anet.effect_status'
 * ```
 */
export const METADATA_KEYS = Object.fromEntries(Object.entries(KEYS).map(([name, [key]]) => [name, key])) as {
  readonly [N in Name]: (typeof KEYS)[N][0]
}

/**
 * Reads the known keys of a task's metadata. A value of another type, or none of those a key may hold, is left out and its
 * key named in `malformed`; other keys are not looked at.
 *
 * @example
 * ```ts
 * import { Task } from 'anet-protocol'
 *
 * Task.readMetadata({ 'anet.role': 'provider', 'anet.state_seq': 'x' })
 * // { metadata: { role: 'provider' }, malformed: ['anet.state_seq'] }
 * ```
 */
export const readMetadata = (
  metadata: JsonObject,
): { readonly metadata: TaskMetadata; readonly malformed: readonly string[] } => {
  const read: Record<string, JsonValue> = {}
  const malformed: string[] = []
  for (const [name, [key, kind]] of Object.entries(KEYS)) {
    if (!Object.hasOwn(metadata, key)) continue
    const value = metadata[key]!
    if (isOfKind(value, kind)) read[name] = value
    else malformed.push(key)
  }
  return { metadata: read as TaskMetadata, malformed }
}

const isOfKind = (value: JsonValue, kind: Kind): boolean => {
  if (typeof kind === 'object') return typeof value === 'string' && kind.includes(value)
  if (kind === 'json') return true
  return typeof value === (kind === 'text' ? 'string' : kind)
}

/**
 * Whether a text may stand as a reason code that a provider's program chose itself: 1 to 30 characters of `[a-z0-9_]`, the
 * first a letter. A reader passes on whatever stands there.
 *
 * @example
 * ```ts
 * import { Task } from 'anet-protocol'
 *
 * Task.isReasonCode('out_of_paper') // true
 * Task.isReasonCode('Out of paper') // false
 * ```
 */
export const isReasonCode = (text: string): boolean => /^[a-z][a-z0-9_]{0,29}$/.test(text)
