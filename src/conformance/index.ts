/**
 * The conformance suite: the vector format, the operations as this library answers them, and the adapter protocol.
 *
 * @module conformance
 */
export * from './adapter.js'
export * from './answer.js'
export * from './ops.js'
export * from './vector.js'
