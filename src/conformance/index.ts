/**
 * The conformance suite: the vector format, the operations as this library answers them, the adapter protocol, and the
 * judgement of what another implementation answers.
 *
 * {@link replayVectors} runs vectors against a function in the same process; `anet-protocol conformance` runs them against a
 * program in any language. An answer passes when it has the members that the vector expects ({@link matches}), whatever else it
 * holds; a run passes when something passed and nothing failed ({@link isPassing}).
 *
 * Imported as `Conformance` from `anet-protocol`, or from `anet-protocol/conformance`.
 *
 * @module conformance
 */
export * from './adapter.js'
export * from './answer.js'
export * from './answer-line.js'
export * from './format-report.js'
export * from './ops.js'
export * from './outcome.js'
export * from './replay-vectors.js'
export * from './report.js'
export * from './select.js'
export * from './vector.js'
