import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cidOf } from '../../src/encoding/cid.js'
import { toHex } from '../../src/encoding/hex.js'
import { toUtf8 } from '../../src/encoding/utf8.js'
import { check } from '../../src/receipt/check.js'
import { decode, issue } from '../../src/receipt/receipt.js'
import { type DelegationExtras, delegate, verifyDelegation } from '../../src/task/delegation.js'
import { buildTextTask } from '../../src/task/request.js'
import { provider, requesters } from './completion.js'

type Work = {
  readonly words: string
  readonly nonce: Uint8Array
  readonly deliverable: Uint8Array
  readonly completedDay: number
}

const work: fc.Arbitrary<Work> = fc.record(
  {
    words: fc.string(),
    nonce: fc.uint8Array({ minLength: 16, maxLength: 16 }),
    deliverable: fc.uint8Array({ maxLength: 40 }),
    completedDay: fc.integer({ min: 20_455, max: 2_932_896 }),
  },
  { noNullPrototype: true },
)

const circumstances = fc.record(
  { interactionId: fc.uuid(), contextId: fc.uuid(), metadata: fc.constant(toUtf8('{}')) },
  { requiredKeys: ['interactionId'], noNullPrototype: true },
)

/** The receipt of form 2 that a requester gets for its delegation. */
const receiptFor = (
  requester: (typeof requesters)[number],
  { words, nonce, deliverable, completedDay }: Work,
  { interactionId, ...extras }: { readonly interactionId: string } & DelegationExtras,
) => {
  const delegation = delegate(requester, buildTextTask({ words, nonce }), { interactionId, ...extras })
  const verified = verifyDelegation(delegation, { kel: requester.kel, msgTime: 1n })
  if (!verified.ok) throw new Error(verified.detail)
  const cids = { requestCid: verified.requestCid, resultCid: cidOf(deliverable) }
  const receipt = issue(provider, { form: 2, ...cids, completedDay })
  return { receipt, request: verified.delegation.taskdoc! }
}

describe('a receipt of form 2', () => {
  const [one, two] = requesters as [(typeof requesters)[number], (typeof requesters)[number]]

  it('is the same bytes for the same work, whoever asked and in whatever interaction', () => {
    fc.assert(
      fc.property(work, circumstances, circumstances, (work, here, there) => {
        const [first, second] = [receiptFor(one, work, here), receiptFor(two, work, there)]
        expect(toHex(second.receipt)).toBe(toHex(first.receipt))
        for (const text of [one.kel.aid, two.kel.aid, here.interactionId, there.interactionId]) {
          expect(toHex(first.receipt)).not.toContain(toHex(toUtf8(text)))
        }
      }),
      { numRuns: 100 },
    )
  })

  it('differs for other work by its request, its result and its day alone', () => {
    fc.assert(
      fc.property(work, work, circumstances, (work, other, here) => {
        const [first, second] = [receiptFor(one, work, here), receiptFor(two, other, here)].map(
          ({ receipt }) => {
            const decoded = decode(receipt)
            if (!decoded.ok) throw new Error(decoded.detail)
            return decoded
          },
        ) as [
          Extract<ReturnType<typeof decode>, { ok: true }>,
          Extract<ReturnType<typeof decode>, { ok: true }>,
        ]
        const { requestCid, resultCid } = first.receipt
        const completedDay = work.completedDay
        expect({ ...second.receipt, requestCid, resultCid, completedDay }).toEqual(first.receipt)
        const isSameRequest = work.words === other.words && toHex(work.nonce) === toHex(other.nonce)
        expect(second.receipt.requestCid === requestCid).toBe(isSameRequest)
        const isSameResult = toHex(work.deliverable) === toHex(other.deliverable)
        expect(second.receipt.resultCid === resultCid).toBe(isSameResult)
      }),
      { numRuns: 100 },
    )
  })

  it('verifies for whoever knows the request and the result', () => {
    fc.assert(
      fc.property(work, circumstances, (work, here) => {
        const { receipt, request } = receiptFor(one, work, here)
        const known = {
          providerAid: provider.kel.aid,
          request,
          deliverable: work.deliverable,
          kel: provider.kel,
        }
        expect(check({ ...known, receipt })).toMatchObject({
          verdict: 'verified',
          unchecked: ['requester', 'interaction', 'conversation'],
        })
      }),
      { numRuns: 50 },
    )
  })

  it('hides what one of form 1 says', () => {
    const [requestCid, resultCid] = ['a', 'b']
    const said = { interactionId: 'ix-secret', requesterAid: one.kel.aid, completedAt: 1_800_000_000_000n }
    const told = issue(provider, { form: 1, requestCid, resultCid, ...said })
    expect(toHex(told)).toContain(toHex(toUtf8('ix-secret')))
    expect(toHex(told)).toContain(toHex(toUtf8(one.kel.aid)))
  })
})
