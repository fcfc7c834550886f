import { cidOf } from '../encoding/cid.js'
import { type Failure, type Result, refuse } from '../errors.js'
import type { ReplayedKel } from '../identity/replay.js'
import { type Signed, signatureFault, signerFault } from '../identity/signed-object.js'
import type { ObjectCode } from '../identity/verify-object.js'
import { decode, type Receipt1 } from './receipt.js'
import { decodeReview, isRating, type Review } from './review.js'

/** Why a review does not belong to a receipt, or one of the two does not hold. */
export type InterlockCode =
  | 'MALFORMED_RECEIPT'
  | 'MALFORMED_REVIEW'
  | 'BAD_RATING'
  | 'INTERACTION_MISMATCH'
  | 'REVIEWER_MISMATCH'
  | 'SUBJECT_MISMATCH'
  | 'RECEIPT_CID_MISMATCH'
  | 'REQUEST_MISMATCH'
  | 'RESULT_MISMATCH'
  | 'UNSIGNED'
  | 'SIGNER_MISMATCH'
  | ObjectCode

/** A review, the receipt it is about, and what is at hand to check them by. */
export type Interlocked = {
  /** A receipt of form 1, the form that names a requester. */
  readonly receipt: Uint8Array
  readonly review: Uint8Array
  /** The request's bytes; without them the receipt's request CID stands unchecked. */
  readonly request?: Uint8Array
  /** The result's bytes; without them the receipt's result CID stands unchecked. */
  readonly deliverable?: Uint8Array
  readonly providerKel: Uint8Array | ReplayedKel
  readonly reviewerKel: Uint8Array | ReplayedKel
}

/**
 * Checks that a review is by the requester of the receipt it names, about its provider, and that both signed (PROTOCOL:
 * Review): a review that interlocks is of work that was really done.
 *
 * Refusals, in this order: `MALFORMED_RECEIPT`, also for form 2; `MALFORMED_REVIEW`; `BAD_RATING`; `INTERACTION_MISMATCH`,
 * `REVIEWER_MISMATCH`, `SUBJECT_MISMATCH`, `RECEIPT_CID_MISMATCH`; `REQUEST_MISMATCH`, `RESULT_MISMATCH` for bytes that hash to
 * another CID; then of the receipt and after it of the review, each at its own time: `UNSIGNED`, `SIGNER_MISMATCH` and the
 * codes of `Kel.verifyObject`.
 *
 * @returns `unchecked`: "request", "result" where the bytes were not given
 * @example
 * ```ts
 * import { Kel, Receipt } from 'anet-protocol'
 *
 * const [provider, requester] = [1, 2].map((byte) => Kel.incept({ seed: new Uint8Array(32).fill(byte) })) as [
 *   Kel.Controller,
 *   Kel.Controller,
 * ]
 * const cids = { requestCid: 'a', resultCid: 'b' }
 * const requesterAid = requester.kel.aid
 * const receipt = Receipt.issue(provider, { form: 1, interactionId: 'ix', requesterAid, ...cids, completedAt: 1n })
 * const read = Receipt.decode(receipt)
 * const receiptCid = read.ok ? read.cid : ''
 * const subjectAid = provider.kel.aid
 * const review = Receipt.signReview(requester, { interactionId: 'ix', subjectAid, rating: 5, receiptCid, createdAt: 2 })
 * Receipt.interlock({ receipt, review, providerKel: provider.kel, reviewerKel: requester.kel })
 * // { ok: true, unchecked: ['request', 'result'] }
 * ```
 */
export const interlock = ({
  receipt: encodedReceipt,
  review: encodedReview,
  request,
  deliverable,
  providerKel,
  reviewerKel,
}: Interlocked): Result<{ readonly unchecked: readonly ('request' | 'result')[] }, InterlockCode> => {
  const decoded = decode(encodedReceipt)
  if (!decoded.ok) return decoded
  const { receipt } = decoded
  if (receipt.form !== 1) return refuse('MALFORMED_RECEIPT', 'a receipt of form 2 names no requester')
  const reviewed = decodeReview(encodedReview)
  if (!reviewed.ok) return reviewed
  const { review } = reviewed
  const fault =
    statementFault(receipt, review, decoded.cid) ??
    contentFault(receipt, request, deliverable) ??
    signedFault(decoded, receipt.providerAid, providerKel, receipt.completedAt) ??
    signedFault(reviewed, review.reviewerAid, reviewerKel, review.createdAt)
  if (fault !== undefined) return fault
  const unchecked: ('request' | 'result')[] = []
  if (request === undefined) unchecked.push('request')
  if (deliverable === undefined) unchecked.push('result')
  return { ok: true, unchecked }
}

const statementFault = (
  receipt: Receipt1,
  review: Review,
  receiptCid: string,
): Failure<InterlockCode> | undefined => {
  if (!isRating(review.rating)) return refuse('BAD_RATING', 'the rating is not 1 to 5')
  if (review.interactionId !== receipt.interactionId) {
    return refuse('INTERACTION_MISMATCH', 'the review is of another interaction')
  }
  if (review.reviewerAid !== receipt.requesterAid) {
    return refuse('REVIEWER_MISMATCH', 'the reviewer is not the requester of the receipt')
  }
  if (review.subjectAid !== receipt.providerAid) {
    return refuse('SUBJECT_MISMATCH', 'the subject is not the provider of the receipt')
  }
  return review.receiptCid === receiptCid
    ? undefined
    : refuse('RECEIPT_CID_MISMATCH', 'the review is of another receipt')
}

const contentFault = (
  receipt: Receipt1,
  request: Uint8Array | undefined,
  deliverable: Uint8Array | undefined,
): Failure<InterlockCode> | undefined => {
  if (request !== undefined && cidOf(request) !== receipt.requestCid) {
    return refuse('REQUEST_MISMATCH', 'the receipt is over another request')
  }
  return deliverable !== undefined && cidOf(deliverable) !== receipt.resultCid
    ? refuse('RESULT_MISMATCH', 'the receipt is over another result')
    : undefined
}

const signedFault = (
  signed: Pick<Signed<unknown>, 'envelope' | 'preimage'>,
  signer: string,
  kel: Uint8Array | ReplayedKel,
  msgTime: bigint,
): Failure<InterlockCode> | undefined => signerFault(signed, signer) ?? signatureFault(signed, kel, msgTime)
