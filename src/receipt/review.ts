import type { Cid } from '../encoding/cid.js'
import {
  always,
  int,
  Malformed,
  optional,
  type Read,
  schema,
  text,
  uint,
  type Written,
} from '../encoding/wire-object.js'
import { AnetError, type Result, refuse } from '../errors.js'
import type { Controller } from '../identity/controller.js'
import type { Envelope } from '../identity/envelope.js'
import { signedBy, signedObject } from '../identity/signed-object.js'

const fields = schema({
  interactionId: always(1, text),
  subjectAid: always(2, text),
  reviewerAid: always(3, text),
  rating: always(4, int),
  comment: optional(5, text),
  receiptCid: always(6, text),
  createdAt: always(7, uint),
})

const signedReview = signedObject(fields)

/**
 * What a requester says of a provider's work (PROTOCOL: Review): a rating of 1 to 5, at a time in unix milliseconds.
 *
 * @interface
 */
export type Review = Read<typeof fields>

/**
 * A review to be written: {@link Review}, its integers also as safe numbers.
 *
 * @interface
 */
export type NewReview = Written<typeof fields>

/** A review as it was read, with what it is identified and signed by. Nothing in it is verified. */
export type DecodedReview = {
  readonly review: Review
  /** The bytes that the signature is over. */
  readonly preimage: Uint8Array
  /** The CID of the preimage. */
  readonly cid: Cid
  /** Null when the review is not signed. */
  readonly envelope: Envelope | null
}

/**
 * Reads a review. The rating, its signer and its signature are not judged; unknown keys are ignored.
 *
 * Refusals: `MALFORMED_REVIEW` when the bytes are none, created_at is 0, or the envelope has another algorithm than EdDSA or a
 * signature that is not 64 bytes.
 *
 * @example
 * ```ts
 * import { Receipt } from 'anet-protocol'
 *
 * Receipt.decodeReview(Uint8Array.of(0xa0)) // { ok: false, code: 'MALFORMED_REVIEW', detail: 'missing', path: 'preimage' }
 * ```
 */
export const decodeReview = (encoded: Uint8Array): Result<DecodedReview, 'MALFORMED_REVIEW'> => {
  const read = signedReview.decode(encoded)
  if (read instanceof Malformed) return refuse('MALFORMED_REVIEW', read.message, read.path)
  const { fields: review, preimage, id, envelope } = read
  return review.createdAt === 0n
    ? refuse('MALFORMED_REVIEW', 'a review says when it was written', 'preimage.createdAt')
    : { ok: true, review, preimage, cid: id, envelope }
}

/**
 * Signs a review.
 *
 * @throws an {@link AnetError}: `BAD_RATING` for a rating that is not 1 to 5; `MALFORMED_REVIEW` for a time of 0; `BAD_INPUT` for a
 * member out of range; `REVOKED_KEY` when the identity is deactivated.
 * @example
 * ```ts
 * import { Kel, Receipt } from 'anet-protocol'
 *
 * const reviewer = Kel.incept({ seed: new Uint8Array(32) })
 * const said = { interactionId: 'ix-1', subjectAid: 'bafy', rating: 5, receiptCid: 'bafy', createdAt: 1767225600000 }
 * Receipt.decodeReview(Receipt.signReview(reviewer, said)).ok // true
 * ```
 */
export const signReview = (reviewer: Controller, said: Omit<NewReview, 'reviewerAid'>): Uint8Array => {
  if (!isRating(said.rating)) throw new AnetError('BAD_RATING', 'a rating is 1 to 5', 'rating')
  if (BigInt(said.createdAt) === 0n) {
    throw new AnetError('MALFORMED_REVIEW', 'a review says when it was written', 'createdAt')
  }
  return signedBy(signedReview, reviewer, { ...said, reviewerAid: reviewer.kel.aid })
}

/** Whether a rating is 1 to 5. */
export const isRating = (rating: bigint | number): boolean => [1, 2, 3, 4, 5].includes(Number(rating))
