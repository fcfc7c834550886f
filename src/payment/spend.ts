/**
 * Spending: the owner's limits, the ledger of what was signed, and the list of payees.
 *
 * Imported as `Spending` from `anet-protocol`, or from `anet-protocol/spending`.
 *
 * @module spending
 */
export { parsePayees } from './payees.js'
export { rebuildLedger } from './rebuild.js'
export {
  admit,
  DEFAULT_LIMITS,
  type Ledger,
  type Limits,
  type Payees,
  type Purpose,
  parseLimits,
  type RefusalCode,
  type Spending,
  type SpendRefusal,
  type Spent,
  type Summary,
  summarize,
} from './spending.js'
