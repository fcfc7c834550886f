/**
 * Evidence: signed event records, linked into a chain that shows when somebody told two stories.
 *
 * {@link append} takes one record at a time: it is appended when it continues the chain, staged when an earlier one is missing, a
 * duplicate when it is held already, and refused otherwise. Two records for one place are an equivocation: both are kept as
 * proof, and the chain takes nothing more. {@link readChain} checks an exported chain.
 *
 * Imported as `Evidence` from `anet-protocol`, or from `anet-protocol/evidence`.
 *
 * @module evidence
 */
export * from './chain.js'
export * from './payloads.js'
export * from './read.js'
export {
  decodeRecord,
  EVENT_TYPES,
  type EventRecord,
  GENESIS_PREV_ID,
  type NewRecord,
  signRecord,
} from './record.js'
