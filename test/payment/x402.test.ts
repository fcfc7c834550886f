import {
  isPaymentRequired,
  PaymentPayloadV2Schema,
  PaymentRequiredV2Schema,
  PaymentRequirementsV2Schema,
  parsePaymentPayload,
  parsePaymentRequired,
  parsePaymentRequirements,
} from '@x402/core/schemas'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { sha256 } from '../../src/crypto/sha256.js'
import { fromBase64 } from '../../src/encoding/base64.js'
import { orThrow } from '../../src/errors.js'
import { incept } from '../../src/identity/controller.js'
import { networkOf } from '../../src/identity/network.js'
import {
  authorize,
  payBind,
  type SignedPayment,
  verifyAuthorization,
} from '../../src/payment/authorization.js'
import { comparePayment } from '../../src/payment/facilitator.js'
import { checkSubmission, type Forwarded } from '../../src/payment/merchant.js'
import { build, evaluate, type Offer } from '../../src/payment/quote.js'
import {
  type PaymentRequired,
  paymentPayload,
  paymentRequired,
  paymentRequirements,
  settlementResponse,
  verifyResponse,
} from '../../src/payment/x402.js'
import { jsonValue } from '../encoding/values.js'

const payer = incept({ seed: sha256('x402 payer') })
const provider = incept({ seed: sha256('x402 provider') })
const network = networkOf(incept({ seed: sha256('x402 hub') }).kel.aid)
const now = 1_767_225_600_000n
const bind = payBind('ix-1', 'AAAAAAAAAAAAAAAAAAAAAA')

const offer: fc.Arbitrary<Offer> = fc.record(
  {
    network: fc.constant(network),
    amount: fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }),
    payTo: fc.constant(provider.kel.aid),
    maxTimeoutSeconds: fc.integer({ min: 1, max: 86_400 }),
  },
  { requiredKeys: ['network', 'amount', 'payTo'], noNullPrototype: true },
)

const described = fc.record(
  {
    error: fc.string(),
    resource: fc.record(
      { url: fc.webUrl(), description: fc.string(), mimeType: fc.string() },
      { requiredKeys: ['url'], noNullPrototype: true },
    ),
  },
  { requiredKeys: [], noNullPrototype: true },
)

/** A payment of a quote's first option, and what its merchant sends on. */
const paid = (
  quoted: PaymentRequired & ReturnType<typeof build>,
): { signed: SignedPayment; sent: Forwarded } => {
  const decision = evaluate({
    required: quoted,
    task: { kind: 'text' },
    providerAid: provider.kel.aid,
    purpose: 'task-manual',
    payableNetworks: [network],
    limits: {
      autoMax: 0n,
      agentMax: 0n,
      agentDailyMax: 0n,
      explicitMax: 2n ** 64n - 1n,
      dailyMax: 2n ** 64n - 1n,
    },
    payees: 'off',
    ledger: [],
    accept: quoted.accepts[0] as never,
    now,
  })
  if (decision.decision !== 'pay') throw new Error(decision.detail)
  const signed = authorize(payer, decision, { nonce: new Uint8Array(12), now, bind })
  const task = { selfAid: provider.kel.aid, requesterAid: payer.kel.aid, bind, quoteExpiresAt: 0n, now }
  return { signed, sent: orThrow(checkSubmission({ payload: signed.payload as never, quoted, ...task })) }
}

describe('what this library writes', () => {
  it('is taken by the schemas of @x402/core, member by member as it was written', () => {
    fc.assert(
      fc.property(fc.array(offer, { minLength: 1, maxLength: 3 }), described, (offers, described) => {
        const quoted = build(offers, described)
        expect(PaymentRequiredV2Schema.parse(quoted)).toEqual(quoted)
        expect(parsePaymentRequired(quoted).success).toBe(true)
        const { signed, sent } = paid(quoted)
        for (const payload of [signed.payload, sent.payload]) {
          expect(PaymentPayloadV2Schema.parse(payload)).toEqual(payload)
          expect(parsePaymentPayload(payload).success).toBe(true)
        }
        expect(PaymentRequirementsV2Schema.parse(sent.requirements)).toEqual(sent.requirements)
        expect(parsePaymentRequirements(sent.requirements).success).toBe(true)
        expect(comparePayment(sent.requirements as never, sent.payload as never).ok).toBe(true)
      }),
      { numRuns: 50 },
    )
  })

  it('signs the amount of the option that was judged, to the last credit', () => {
    fc.assert(
      fc.property(offer, (offer) => {
        const { signed, sent } = paid(build([offer]))
        const bytes = fromBase64(signed.payload.payload.authorization)!
        const { authorization, id } = orThrow(verifyAuthorization(bytes, { kel: payer.kel, now }))
        expect(authorization).toMatchObject({
          amount: offer.amount,
          payTo: offer.payTo,
          network,
          interactionId: bind,
        })
        expect([id, id]).toEqual([signed.id, sent.authId])
        expect(sent.requirements.amount).toBe(`${offer.amount}`)
      }),
      { numRuns: 50 },
    )
  })

  it('names the provider as the resource, and five minutes, when nothing is said', () => {
    const quoted = build([{ network, amount: 3n, payTo: provider.kel.aid }])
    expect(quoted).toMatchObject({
      resource: { url: `did:anet:${provider.kel.aid}` },
      accepts: [{ maxTimeoutSeconds: 300 }],
    })
    for (const missing of [
      { ...quoted, resource: undefined },
      { ...quoted, accepts: [] },
    ]) {
      expect(isPaymentRequired(missing)).toBe(false)
    }
  })

  it('is no quote of a timeout that is no time', () => {
    for (const maxTimeoutSeconds of [0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      const offer = { network, amount: 3n, payTo: provider.kel.aid, maxTimeoutSeconds }
      expect(() => build([offer])).toThrow(
        expect.objectContaining({ code: 'BAD_INPUT', path: '[0].maxTimeoutSeconds' }),
      )
    }
  })
})

describe('what this library reads', () => {
  const option = { scheme: 'anet-credit', network, amount: '3', asset: 'credit', payTo: 'bafyreicg' }
  const quoted = { x402Version: 2, resource: { url: 'https://x.example.org' }, accepts: [option] }
  const payload = { x402Version: 2, accepted: option, payload: { authorization: 'oA==' } }
  const settled = { success: true, transaction: 'bafy', network }

  it.each([
    ['a quote', paymentRequired, quoted],
    ['an option', paymentRequirements, option],
    ['a payment', paymentPayload, payload],
    ['a verification', verifyResponse, { isValid: true }],
    ['a settlement', settlementResponse, settled],
  ] as const)('may carry unknown members: %s', (_, schema, object) => {
    const names = fc
      .string()
      .filter(
        (name) =>
          !(name in object) &&
          name !== '__proto__' &&
          !/^(error|invalid|payer|amount|extra|extensions|resource|maxTimeout)/.test(name),
      )
    fc.assert(
      fc.property(fc.dictionary(names, jsonValue, { noNullPrototype: true }), (unknown) => {
        expect(z.safeParse(schema as never, { ...unknown, ...object }).success).toBe(true)
      }),
      { numRuns: 100 },
    )
    for (const name of Object.keys(object)) {
      expect(z.safeParse(schema as never, { ...object, [name]: null }).success, name).toBe(false)
    }
  })

  it('is paid as it stands when unknown members surround it', () => {
    const strange = {
      ...quoted,
      more: 1,
      accepts: [{ ...option, payTo: provider.kel.aid, more: { a: [1] } }],
    }
    const { signed } = paid(strange as never)
    expect(signed.payload.accepted).toEqual({ ...option, payTo: provider.kel.aid })
  })
})

it('types what the schemas read as what the functions take', () => {
  const read = z.safeParse(
    paymentRequired,
    build([{ network: 'hub:bafyreihub', amount: 1n, payTo: 'bafyreicg' }]),
  )
  const quote: PaymentRequired | undefined = read.data
  expect(quote?.accepts[0]?.amount).toBe('1')
})
