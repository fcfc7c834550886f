import { parseUint64 } from '../encoding/decimal.js'
import { type Result, refuse } from '../errors.js'
import { type Chain, recordsOf } from '../evidence/chain.js'
import { type EventRecord, payloadMember } from '../evidence/record.js'
import { isInWindow, type Ledger, type Spent } from './spending.js'

/**
 * Rebuilds the spending ledger from the `anet.payment.authorized` records of the owner's own chain in the last 24 hours
 * (PROTOCOL: Spending limits). A record without a purpose counts as `gateway`.
 *
 * Refusals: `CHAIN_QUARANTINED`, since nothing may be relied on from such a chain; `unreadable_amount` for a record whose amount
 * cannot be read: it is not skipped, or more could be spent than the limits allow.
 *
 * @example
 * ```ts
 * import { Evidence, Spending } from 'anet-protocol'
 *
 * Spending.rebuildLedger(Evidence.EMPTY_CHAIN, 1767225600000n) // { ok: true, ledger: [] }
 * ```
 */
export const rebuildLedger = (
  chain: Chain,
  now: bigint,
): Result<{ readonly ledger: Ledger }, 'CHAIN_QUARANTINED' | 'unreadable_amount'> => {
  if (chain.state === 'QUARANTINED') {
    return refuse('CHAIN_QUARANTINED', 'the chain forked: nothing may be relied on from it')
  }
  // A record that waits for a gap to fill was signed all the same.
  const authorized = [...recordsOf(chain), ...chain.staged.values()]
    .map(({ record }) => record)
    .filter(({ eventType }) => eventType === 'anet.payment.authorized')
  return ledgerOf(authorized, now)
}

/** The ledger of payment records, oldest first. */
export const ledgerOf = (
  records: readonly Pick<EventRecord, 'timestamp' | 'payload'>[],
  now: bigint,
): Result<{ readonly ledger: Ledger }, 'unreadable_amount'> => {
  const ledger: Spent[] = []
  for (const [i, record] of records.entries()) {
    if (!isInWindow(record.timestamp, now)) continue
    const amount = parseUint64(payloadMember(record, 'amount'))
    if (amount === undefined) return refuse('unreadable_amount', 'no whole decimal', `[${i}].amount`)
    const purpose = payloadMember(record, 'purpose')
    const isStated = typeof purpose === 'string' && purpose !== ''
    ledger.push({ at: record.timestamp, amount, purpose: isStated ? purpose : 'gateway' })
  }
  return { ok: true, ledger }
}
