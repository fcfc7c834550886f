/**
 * Receipts and reviews: the provider's signature over a request and its result, what the requester may conclude from
 * it, and the review that interlocks with it.
 *
 * {@link check} reaches one of five verdicts. First what is refused whatever the log says: a receipt of another provider,
 * requester, interaction, request or result. Then `unverified`, when the log could not be had, read or is someone else's. Then
 * what the log refutes: another log in the body, a key state beyond it, a signature, a retired key. Then `mismatch`, when the
 * record differs from what the requester sent. What is left is `verified`; without a receipt it is `unknown`.
 *
 * Imported as `Receipt` from `anet-protocol`, or from `anet-protocol/receipt`.
 *
 * @module receipt
 */
export * from './check.js'
export * from './interlock.js'
export * from './metadata.js'
export {
  type DecodedReceipt,
  decode,
  encode,
  type Issued,
  issue,
  preimageOf,
  type Receipt,
  type Receipt1,
  type Receipt2,
} from './receipt.js'
export { type DecodedReview, decodeReview, type NewReview, type Review, signReview } from './review.js'
