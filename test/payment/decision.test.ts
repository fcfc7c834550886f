import { describe, expect, it } from 'vitest'
import { incept } from '../../src/identity/controller.js'
import { authorize } from '../../src/payment/authorization.js'
import { build, evaluate, type PayDecision } from '../../src/payment/quote.js'
import { DEFAULT_LIMITS } from '../../src/payment/spending.js'

const payer = incept({ seed: new Uint8Array(32).fill(1) })
const NOW = 1_767_225_600_000n
const at = (now: bigint) => ({ nonce: new Uint8Array(12), now })

/** All but the quote. */
const SITUATION = {
  task: { kind: 'text' },
  providerAid: 'bafyreicg',
  purpose: 'task-manual',
  payableNetworks: ['hub:bafyreihub'],
  limits: DEFAULT_LIMITS,
  payees: 'off',
  ledger: [],
  now: NOW,
} as const

const decide = (expiresAt?: bigint): PayDecision => {
  const decision = evaluate({
    required: build([{ network: 'hub:bafyreihub', amount: 3n, payTo: 'bafyreicg' }]),
    ...SITUATION,
    ...(expiresAt === undefined ? {} : { expiresAt }),
  })
  if (decision.decision !== 'pay') throw new Error(decision.detail)
  return decision
}

describe('a decision to pay', () => {
  it('is signed once', () => {
    const decision = decide()
    expect(authorize(payer, decision, at(NOW)).authorization.amount).toBe(3n)
    expect(() => authorize(payer, decision, at(NOW))).toThrow('not signed yet')
  })

  it('is signed as it was made, not as a copy says', () => {
    const decision = decide()
    expect(() => authorize(payer, { ...decision, amount: 999n }, at(NOW))).toThrow('not signed yet')
    expect(() => authorize(payer, { ...decision }, at(NOW))).toThrow('not signed yet')
  })

  it.each([NOW - 1n, NOW + 60_001n])('is not signed at %d', (now) => {
    expect(() => authorize(payer, decide(), at(now))).toThrow('out of its time')
  })

  it('is not signed after the quote ended', () => {
    expect(authorize(payer, decide(NOW + 5n), at(NOW + 5n)).authorization.amount).toBe(3n)
    expect(() => authorize(payer, decide(NOW + 5n), at(NOW + 6n))).toThrow('out of its time')
  })

  it('stays unsigned when the call was wrong', () => {
    const decision = decide()
    expect(() => authorize(payer, decision, { ...at(NOW), nonce: new Uint8Array(11) })).toThrow('12 bytes')
    expect(authorize(payer, decision, at(NOW)).authorization.amount).toBe(3n)
  })
})

describe('the option of a decision', () => {
  it('is the one that was judged, whatever becomes of the quote', () => {
    const option = {
      scheme: 'anet-credit',
      network: 'hub:bafyreihub',
      amount: '3',
      asset: 'credit',
      payTo: 'bafyreicg',
    }
    let reads = 0
    const shifty = Object.defineProperty({ ...option }, 'payTo', {
      enumerable: true,
      get: () => (reads++ === 0 ? 'bafyreicg' : 'bafyreievil'),
    })
    const decision = evaluate({
      required: { x402Version: 2, accepts: [shifty] },
      ...SITUATION,
    })
    expect(decision).toMatchObject({ decision: 'pay', option })
  })

  it('is data: a function in a quote makes it unreadable', () => {
    const required = { x402Version: 2, accepts: [{ extra: { f: () => 1 } }] } as never
    const situation = {
      task: { kind: 'text' },
      providerAid: 'a',
      purpose: 'gateway',
      payableNetworks: [],
    } as const
    const owner = { limits: DEFAULT_LIMITS, payees: 'off', ledger: [], now: NOW } as const
    expect(evaluate({ ...situation, ...owner, required })).toMatchObject({ reason: 'invalid_quote' })
  })
})
