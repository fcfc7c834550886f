/**
 * Receipts and reviews: the provider's signature over a request and its result, what the requester may conclude from
 * it, and the review that interlocks with it.
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
