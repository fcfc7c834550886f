import { type Cid, cidOf } from '../encoding/cid.js'
import {
  always,
  decodeObject,
  encodeObject,
  int,
  Malformed,
  nested,
  optional,
  orNull,
  type Read,
  schema,
  text,
  uint,
  type Written,
} from '../encoding/wire-object.js'
import { AnetError, type Result, refuse } from '../errors.js'
import { type Controller, sign } from '../identity/controller.js'
import { type Envelope, envelope, isEnvelope } from '../identity/envelope.js'

const review = schema({
  interactionId: always(1, text),
  subjectAid: always(2, text),
  reviewerAid: always(3, text),
  rating: always(4, int),
  comment: optional(5, text),
  receiptCid: always(6, text),
  createdAt: always(7, uint),
})

const reviewWire = schema({
  preimage: always(1, nested(review)),
  envelope: always(2, orNull(nested(envelope))),
})

/**
 * What a requester says of a provider's work (PROTOCOL: Review): a rating of 1 to 5, at a time in unix milliseconds.
 *
 * @interface
 */
export type Review = Read<typeof review>

/**
 * A review to be written: {@link Review}, its integers also as safe numbers.
 *
 * @interface
 */
export type NewReview = Written<typeof review>

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
  const read = decodeObject(reviewWire, encoded)
  if (read instanceof Malformed) return refuse('MALFORMED_REVIEW', read.message, read.path)
  if (read.preimage.createdAt === 0n) {
    return refuse('MALFORMED_REVIEW', 'a review says when it was written', 'preimage.createdAt')
  }
  if (read.envelope !== null && !isEnvelope(read.envelope)) {
    return refuse('MALFORMED_REVIEW', 'not EdDSA, or a signature that is not 64 bytes', 'envelope')
  }
  const preimage = encodeObject(review, read.preimage)
  return { ok: true, review: read.preimage, preimage, cid: cidOf(preimage), envelope: read.envelope }
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
export const signReview = (reviewer: Controller, fields: Omit<NewReview, 'reviewerAid'>): Uint8Array => {
  if (!isRating(BigInt(fields.rating))) throw new AnetError('BAD_RATING', 'a rating is 1 to 5', 'rating')
  if (BigInt(fields.createdAt) === 0n) {
    throw new AnetError('MALFORMED_REVIEW', 'a review says when it was written', 'createdAt')
  }
  const said = { ...fields, reviewerAid: reviewer.kel.aid }
  return encodeObject(reviewWire, { preimage: said, envelope: sign(reviewer, encodeObject(review, said)) })
}

/** Whether a rating is 1 to 5. */
export const isRating = (rating: bigint): boolean => rating >= 1n && rating <= 5n
