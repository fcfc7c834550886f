import { equalBytes } from '../encoding/equal-bytes.js'
import { type Result, refuse } from '../errors.js'

/**
 * The newest public card seen of one agent. A {@link VerifiedCard} is one; store its `seq` and `payloadHash` per AID.
 */
export type HighWaterMark = {
  readonly seq: bigint
  /** SHA-256 of the proto-stripped payload. */
  readonly payloadHash: Uint8Array
}

/**
 * Whether a public card may replace the newest one seen of its agent (PROTOCOL: High water): `advance` when there is none
 * or the seq is higher, `same` when it makes the same statement. An extended card comes sealed from the agent itself and
 * moves no mark.
 *
 * Refusals: `SEQ_ROLLBACK` for a lower seq; `SEQ_FORK` for an equal seq with another payload.
 *
 * @example
 * ```ts
 * import { Card } from 'anet-protocol'
 *
 * const stored = { seq: 7n, payloadHash: new Uint8Array(32) }
 * Card.judgeHighWater(stored, { ...stored, seq: 8n }) // { ok: true, decision: 'advance' }
 * Card.judgeHighWater(stored, { ...stored, seq: 6n }) // { ok: false, code: 'SEQ_ROLLBACK', … }
 * ```
 */
export const judgeHighWater = (
  stored: HighWaterMark | undefined,
  next: HighWaterMark,
): Result<{ readonly decision: 'advance' | 'same' }, 'SEQ_ROLLBACK' | 'SEQ_FORK'> => {
  if (stored === undefined || next.seq > stored.seq) return { ok: true, decision: 'advance' }
  if (next.seq < stored.seq) {
    return refuse('SEQ_ROLLBACK', `seq ${next.seq} is older than ${stored.seq}, which was already seen`)
  }
  return equalBytes(next.payloadHash, stored.payloadHash)
    ? { ok: true, decision: 'same' }
    : refuse('SEQ_FORK', `another card with seq ${next.seq} was already seen`)
}
