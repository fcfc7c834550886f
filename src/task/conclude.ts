import { type JsonObject, memberOf } from '../encoding/json.js'
import { METADATA_KEYS } from './metadata.js'
import { EFFECT_STATUSES } from './metadata-values.js'

/** A task is the call of a capability, or a text that a person or program answers. */
export type TaskKind = 'capability' | 'text'

/**
 * What a requester may conclude. `effect-unknown`: the request went out and may have run; it must not be sent again as if
 * it had not. `unproven`: it is said to be done, and nothing proves it.
 */
export type Conclusion =
  | 'disputed'
  | 'failed'
  | 'unproven'
  | 'succeeded'
  | 'effect-unknown'
  | 'waits-for-you'
  | 'open'

const ENDED = ['COMPLETED', 'FAILED', 'CANCELED', 'REJECTED']

/**
 * What a requester may conclude from a task's kind, state and metadata (PROTOCOL: What a task says), and whether the
 * metadata lacks what it must hold. The state says how the task ended; whether the effect happened and the receipt holds
 * stands beside it, and is never folded into it. Total: any state and any metadata get an answer.
 *
 * @param task - `state` in its long form, as in `TASK_STATE_COMPLETED`, or its short one, as in `completed`
 * @example
 * ```ts
 * import { Task } from 'anet-protocol'
 *
 * const metadata = { 'anet.receipt_verified': 'verified' }
 * Task.conclude({ kind: 'text', state: 'completed', metadata }) // { conclusion: 'succeeded', malformed: false }
 * Task.conclude({ kind: 'text', state: 'failed', metadata: {} }) // { conclusion: 'failed', malformed: false }
 * ```
 */
export const conclude = ({
  kind,
  state,
  metadata,
}: {
  readonly kind: TaskKind
  readonly state: string
  readonly metadata: JsonObject
}): { readonly conclusion: Conclusion; readonly malformed: boolean } => {
  const short = shortState(state)
  const effect = memberOf(metadata, METADATA_KEYS.effectStatus)
  const receipt = memberOf(metadata, METADATA_KEYS.receiptVerified)
  const lacksEffect = kind === 'capability' && !EFFECT_STATUSES.some((known) => known === effect)
  return {
    conclusion: conclusionOf(short, effect, receipt, lacksEffect),
    malformed:
      (ENDED.includes(short) && lacksEffect) || (short === 'COMPLETED' && typeof receipt !== 'string'),
  }
}

/** `COMPLETED` of `TASK_STATE_COMPLETED` and of `completed`; anything else is no state that ends or waits. */
const shortState = (state: string): string =>
  state.startsWith('TASK_STATE_')
    ? state.slice('TASK_STATE_'.length)
    : /^[a-z-]+$/.test(state)
      ? state.toUpperCase().replaceAll('-', '_')
      : ''

const conclusionOf = (state: string, effect: unknown, receipt: unknown, lacksEffect: boolean): Conclusion => {
  switch (state) {
    case 'COMPLETED':
      if (receipt === 'mismatch') return 'disputed'
      if (effect === 'FAILED' || effect === 'UNAVAILABLE' || effect === 'PAYMENT_REQUIRED') return 'failed'
      return effect === 'UNVERIFIED' || receipt !== 'verified' || lacksEffect ? 'unproven' : 'succeeded'
    case 'FAILED':
    case 'CANCELED':
      return effect === 'UNVERIFIED' || effect === 'OK' ? 'effect-unknown' : 'failed'
    case 'REJECTED':
      return 'failed'
    case 'INPUT_REQUIRED':
    case 'AUTH_REQUIRED':
      return 'waits-for-you'
    default:
      return 'open'
  }
}

/** How long a requester waits for a message once the delivery of its own was confirmed, milliseconds. */
const RESPONSE_TIMEOUT = 900_000n

/**
 * Whether a requester treats a task as `no_response`: more than 15 minutes passed without a message since the delivery was
 * confirmed, or since the last message after that. Times in unix milliseconds.
 *
 * @example
 * ```ts
 * import { Task } from 'anet-protocol'
 *
 * const confirmedAt = 1767225600000n
 * Task.hasNoResponse({ confirmedAt, now: confirmedAt + 900_000n }) // false
 * Task.hasNoResponse({ confirmedAt, now: confirmedAt + 900_001n }) // true
 * ```
 */
export const hasNoResponse = ({
  confirmedAt,
  lastMessageAt = confirmedAt,
  now,
}: {
  readonly confirmedAt: bigint
  readonly lastMessageAt?: bigint
  readonly now: bigint
}): boolean => now - (lastMessageAt > confirmedAt ? lastMessageAt : confirmedAt) > RESPONSE_TIMEOUT
