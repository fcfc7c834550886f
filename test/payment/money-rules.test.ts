import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PriceList } from '../../src/card/prices.js'
import type { JsonValue } from '../../src/encoding/json.js'
import { type Decision, evaluate, type PayDecision, type Situation } from '../../src/payment/quote.js'
import { DEFAULT_LIMITS, type Ledger } from '../../src/payment/spending.js'
import { randomFrom } from '../fuzz/random.js'
import { history, NETWORKS, PROVIDER, play } from './history.js'
import { brokenRules } from './money-rules.js'
import { essence, reordered } from './reordered.js'

/** `npm run histories` plays far more. */
const numRuns = 3000

describe('a history of quotes', () => {
  it('breaks no rule of money', () => {
    fc.assert(
      fc.property(history, (history) => {
        expect(brokenRules(history, play(history, evaluate))).toEqual([])
      }),
      { numRuns },
    )
  })

  it('is answered alike in whatever order it is told', () => {
    fc.assert(
      fc.property(history, fc.integer(), (history, seed) => {
        const random = randomFrom(seed)
        for (const { situation, decision } of play(history, evaluate)) {
          expect(essence(evaluate(reordered(situation, random)))).toEqual(essence(decision))
        }
      }),
      { numRuns: 1000 },
    )
  })

  it('takes the first offered of options that cost the same', () => {
    const offer = {
      scheme: 'anet-credit',
      network: NETWORKS[0],
      amount: '3',
      asset: 'credit',
      payTo: PROVIDER,
    }
    const accepts = [{ ...offer, amount: '4' }, { ...offer, maxTimeoutSeconds: 60 }, offer]
    const prices = { aid: PROVIDER, network: NETWORKS[0], asset: 'credit', prices: new Map([['echo', 3n]]) }
    const situation = (accepts: JsonValue): Situation => ({
      required: { x402Version: 2, accepts },
      task: { kind: 'capability', skillId: 'echo' },
      providerAid: PROVIDER,
      purpose: 'task-auto',
      signedPrices: { ...prices, skillIds: ['echo'], fetchedAt: 1n } as unknown as PriceList,
      payableNetworks: NETWORKS,
      limits: { ...DEFAULT_LIMITS, autoMax: 10n, agentDailyMax: 10n },
      payees: 'off',
      ledger: [],
      now: 1n,
    })
    for (const [order, first] of [
      [accepts, accepts[1]],
      [accepts.toReversed(), offer],
    ] as const) {
      expect(evaluate(situation(order))).toMatchObject({ decision: 'pay', option: first })
    }
  })

  it('comes to every decision on every tier', () => {
    const seen = new Set<string>()
    for (const one of fc.sample(history, { numRuns: 1000, seed: 1 })) {
      for (const { step, decision } of play(one, evaluate)) {
        seen.add(`${step.purpose} ${decision.decision}`)
        if (decision.decision === 'ask') seen.add(decision.refusal.code)
        if (decision.decision === 'refuse') seen.add(decision.reason)
      }
    }
    const tiers = ['task-auto', 'task-agent', 'task-manual', 'gateway']
    const decisions = ['pay', 'resend', 'ask', 'refuse']
    const codes = [
      'no_signed_price',
      'above_signed_price',
      'already_signed',
      'over_single_limit',
      'payees_unreadable',
      'payee_not_allowed',
      'over_agent_daily_limit',
      'over_daily_limit',
      'invalid_quote',
      'quote_expired',
      'option_not_offered',
      'rail_not_payable',
      'option_not_chosen',
      'invalid_amount',
    ]
    const expected = [
      ...tiers.flatMap((tier) => decisions.map((decision) => `${tier} ${decision}`)),
      ...codes,
    ]
    expect(expected.filter((one) => !seen.has(one))).toEqual([])
  })

  const sample = fc.sample(history, { numRuns: 3000, seed: 1 })

  /** The answer of the library to another situation than the one it is asked about. */
  const asIf =
    (change: (situation: Situation) => Partial<Situation>) =>
    (situation: Situation): Decision =>
      evaluate({ ...situation, ...change(situation) })

  const paying =
    (change: (decision: PayDecision, situation: Situation) => Partial<PayDecision>) =>
    (situation: Situation): Decision => {
      const decision = evaluate(situation)
      return decision.decision === 'pay'
        ? (Object.freeze({ ...decision, ...change(decision, situation) }) as PayDecision)
        : decision
    }

  const unlimited = {
    ...DEFAULT_LIMITS,
    autoMax: 2n ** 64n - 1n,
    agentMax: 2n ** 64n - 1n,
    explicitMax: 2n ** 64n - 1n,
  }
  const without = (ledger: Ledger, purposes: readonly string[]): Ledger =>
    ledger.filter(({ purpose }) => !purposes.includes(purpose))

  it.each<[string, string, (situation: Situation) => Decision]>([
    [
      'forgets what was spent',
      'spends at most the daily limit in any 24 hours',
      paying((_, { ledger }) => ({ ledger })),
    ],
    [
      'forgets what agents spent',
      'lets agents spend at most their daily limit in any 24 hours',
      paying(({ ledger }) => ({ ledger: without(ledger, ['task-auto', 'task-agent']) })),
    ],
    [
      'ignores the limit of one payment',
      'pays at most the limit of one payment',
      asIf(({ limits }) => ({ limits: { ...limits, ...unlimited, dailyMax: limits.dailyMax } })),
    ],
    ['ignores the list', 'pays a payee on the list', asIf(() => ({ payees: 'off' }))],
    [
      'pays on any ledger',
      'pays on a ledger the payer has',
      asIf(() => ({ payableNetworks: ['hub:bafyone', 'hub:bafytwo', 'hub:bafythree'] })),
    ],
    ['pays anybody', 'pays the provider', asIf(() => ({ providerAid: 'bafystranger', payees: 'off' }))],
    ['takes old quotes', 'pays before the quote ends', asIf(({ now }) => ({ expiresAt: now }))],
    [
      'forgets what it signed',
      'signs automatically once for one task',
      (situation) => {
        const { signed: _, ...unsigned } = situation
        return evaluate(unsigned)
      },
    ],
    [
      'sends again what is about to end',
      'sends again only what was signed and still lives',
      asIf(({ signed, now }) =>
        signed === undefined ? {} : { signed: { ...signed, notAfter: now + 60_000n } },
      ),
    ],
    [
      'needs no signed price',
      'pays automatically only with a signed price',
      (situation) => {
        const decision = evaluate({
          ...situation,
          purpose: 'task-agent',
          limits: { ...situation.limits, agentMax: situation.limits.autoMax },
        })
        return decision.decision === 'pay'
          ? (Object.freeze({ ...decision, purpose: situation.purpose }) as PayDecision)
          : decision
      },
    ],
    [
      'lets agents pay what a person may',
      'lets an agent pay at most the signed price',
      (situation) => {
        if (situation.purpose !== 'task-agent') return evaluate(situation)
        const decision = evaluate({ ...situation, purpose: 'task-manual' })
        return decision.decision === 'pay'
          ? (Object.freeze({ ...decision, purpose: 'task-agent' }) as PayDecision)
          : decision
      },
    ],
    [
      'signs what was not chosen',
      'pays the option that was chosen',
      (situation) => {
        const { accept: _, ...unchosen } = situation
        return evaluate({
          ...unchosen,
          required: {
            x402Version: 2,
            accepts: [(situation.required as never as { accepts: [never] }).accepts[0]],
          },
        })
      },
    ],
    [
      'trusts an old price',
      'pays automatically only with a signed price',
      asIf(({ signedPrices, now }) =>
        signedPrices === undefined ? {} : { signedPrices: { ...signedPrices, fetchedAt: now } },
      ),
    ],
  ])('is seen to break a rule by one who %s', (_, rule, decide) => {
    expect(sample.some((one) => brokenRules(one, play(one, decide)).includes(rule))).toBe(true)
  })
})
