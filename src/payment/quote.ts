/**
 * Quotes: what to do with one that came, and building one.
 *
 * {@link evaluate} reads the whole quote, chooses the option that would be paid, and asks of that one alone: is it on a ledger
 * the payer has, was it signed for already, is it within the signed price, is it within the owner's limits? It answers `pay`,
 * `resend`, `ask` (a person) or `refuse`, each with what it was decided from.
 *
 * Imported as `Quote` from `anet-protocol`, or from `anet-protocol/quote`.
 *
 * @module quote
 */
export * from './build-quote.js'
export * from './evaluate-quote.js'
