import { cidOf } from '../../src/encoding/cid.js'
import { refuse } from '../../src/errors.js'
import { check } from '../../src/receipt/check.js'
import { interlock } from '../../src/receipt/interlock.js'
import { decode } from '../../src/receipt/receipt.js'
import { decodeReview } from '../../src/receipt/review.js'
import { verifyDelegation } from '../../src/task/delegation.js'
import { taskDocPreimage } from '../../src/task/task-doc.js'
import { ANSWER_CODES, OPERATION_CODES } from '../documented-codes.js'
import { accepted, bytesOf, logOf } from './accepted.js'
import { type Judged, signedSubject } from './signed-objects.js'

type DelegationInput = { readonly delegationB64: string; readonly kelB64: string; readonly msgTime: string }

/** Delegations: what the requester signed is the request alone. */
export const delegations = signedSubject({
  name: 'delegations',
  perMille: 90,
  codes: OPERATION_CODES['delegation.verify']!,
  originals: accepted<DelegationInput>('delegation.verify').map(({ id, input }) => {
    const known = { kel: logOf(input.kelB64), msgTime: BigInt(input.msgTime) }
    return {
      id,
      bytes: bytesOf(input.delegationB64),
      verify: (mutant): Judged => {
        const verified = verifyDelegation(mutant, known)
        return verified.ok ? { ok: true, id: cidOf(taskDocPreimage(verified.request)) } : verified
      },
    }
  }),
})

type CheckInput = {
  readonly receiptB64: string
  readonly kelB64: string
  readonly providerAid: string
  readonly requestB64: string
  readonly deliverableB64: string
  readonly requesterAid?: string
  readonly interactionId?: string
  readonly msgTime?: string
}

/** Receipts, checked without the conversation. */
export const receipts = signedSubject({
  name: 'receipts',
  perMille: 90,
  codes: ANSWER_CODES['receipt.check']!,
  originals: accepted<CheckInput>('receipt.check', ({ verdict }) => verdict === 'verified').map(
    ({ id, input }) => {
      const { providerAid, requesterAid, interactionId, msgTime } = input
      const known = {
        kel: logOf(input.kelB64),
        providerAid,
        request: bytesOf(input.requestB64),
        deliverable: bytesOf(input.deliverableB64),
        ...(requesterAid === undefined ? {} : { requesterAid }),
        ...(interactionId === undefined ? {} : { interactionId }),
        ...(msgTime === undefined ? {} : { msgTime: BigInt(msgTime) }),
      }
      return {
        id,
        bytes: bytesOf(input.receiptB64),
        verify: (mutant): Judged => {
          const verdict = check({ ...known, receipt: mutant })
          if (verdict.verdict === 'verified') return { ok: true, id: verdict.receiptCid }
          if ('code' in verdict) return refuse(verdict.code, verdict.detail)
          throw new Error(`a mutant is ${verdict.verdict}`)
        },
      }
    },
  ),
})

type InterlockInput = {
  readonly receiptB64: string
  readonly reviewB64: string
  readonly providerKelB64: string
  readonly reviewerKelB64: string
}

/** Reviews with their receipts: one of the two is changed, the other stays. */
export const reviews = signedSubject({
  name: 'reviews',
  perMille: 80,
  codes: OPERATION_CODES['review.interlock']!,
  originals: accepted<InterlockInput>('review.interlock').flatMap(({ id, input }) => {
    const both = { receipt: bytesOf(input.receiptB64), review: bytesOf(input.reviewB64) }
    const kels = { providerKel: logOf(input.providerKelB64), reviewerKel: logOf(input.reviewerKelB64) }
    const readers = { receipt: decode, review: decodeReview }
    return (['receipt', 'review'] as const).map((changed) => ({
      id: `${id}, the ${changed}`,
      bytes: both[changed],
      verify: (mutant: Uint8Array): Judged => {
        const interlocked = interlock({ ...both, ...kels, [changed]: mutant })
        if (!interlocked.ok) return interlocked
        const read = readers[changed](mutant)
        return read.ok ? { ok: true, id: read.cid } : read
      },
    }))
  }),
})
