/**
 * Quotes: what to do with one that came, and building one.
 *
 * @module quote
 */
export * from './build-quote.js'
export * from './evaluate-quote.js'
