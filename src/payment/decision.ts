import { AnetError } from '../errors.js'
import type { PayDecision } from './evaluate-quote.js'

/** The decisions that were made and not signed yet; a copy of one, altered or not, is none of them. */
const unsigned = new WeakSet<PayDecision>()

/** How long a decision may be signed after it was made, milliseconds: the ledger holds it at the time it was made. */
const LIFETIME = 60_000n

/** Remembers a decision that was made just now. */
export const madeDecision = (decision: PayDecision): PayDecision => {
  unsigned.add(decision)
  return decision
}

/**
 * Takes a decision to be signed, which can be done once. Throws `BAD_INPUT` for one that was not made here, was signed before, or
 * is out of its time.
 */
export const takeDecision = (decision: PayDecision, now: bigint): void => {
  const { decidedAt, expiresAt = decidedAt + LIFETIME } = decision
  if (now < decidedAt || now > decidedAt + LIFETIME || now > expiresAt) {
    throw new AnetError('BAD_INPUT', 'the decision is out of its time: decide again', 'now')
  }
  if (!unsigned.delete(decision)) {
    throw new AnetError('BAD_INPUT', 'no decision that was made and not signed yet', 'decision')
  }
}
