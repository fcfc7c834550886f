/**
 * Evidence: signed event records, linked into a chain that shows when somebody told two stories.
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
