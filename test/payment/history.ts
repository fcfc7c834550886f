import fc from 'fast-check'
import { CREDIT, type PriceList } from '../../src/card/prices.js'
import { MAX_UINT64 } from '../../src/encoding/decimal.js'
import type { JsonObject, JsonValue } from '../../src/encoding/json.js'
import type { Decision, QuotedTask, Situation } from '../../src/payment/quote.js'
import type { Limits, Payees } from '../../src/payment/spending.js'

/** Histories of one payer: what it was quoted, what was chosen, and when. */

export const PROVIDER = 'bafyprovider'
const STRANGER = 'bafystranger'
export const NETWORKS = ['hub:bafyone', 'hub:bafytwo'] as const

const MINUTE = 60_000n
const HOUR = 60n * MINUTE
export const DAY = 24n * HOUR
const START = 1_767_225_600_000n

/** One quote, and what the payer knew when it came. */
export type Step = {
  /** How much later than the step before; the clock may also be set back. */
  readonly after: bigint
  readonly taskId: number
  readonly task: QuotedTask
  readonly purpose: Situation['purpose']
  readonly required: JsonObject
  readonly accept: JsonValue | undefined
  /** How long ago the provider's card was fetched. */
  readonly fetchedAgo: bigint
  /** From the step on. */
  readonly expiresIn: bigint | undefined
}

export type History = {
  readonly limits: Limits
  readonly payees: Payees
  readonly payableNetworks: readonly string[]
  readonly prices: Omit<PriceList, 'fetchedAt'> | undefined
  readonly steps: readonly Step[]
}

/** Mostly the first. */
const often = <T>(usual: T, ...others: readonly T[]): fc.Arbitrary<T> =>
  fc.integer({ min: 0, max: 29 }).map((n) => (n < others.length ? others[n]! : usual))

const most = (usual: number): fc.Arbitrary<bigint> =>
  fc.oneof(
    { weight: 14, arbitrary: fc.integer({ min: 0, max: usual }).map(BigInt) },
    { weight: 1, arbitrary: fc.constantFrom(MAX_UINT64, 2n ** 63n - 1n, 2n ** 63n) },
  )

const limits: fc.Arbitrary<Limits> = fc.record(
  {
    autoMax: most(16),
    agentMax: most(16),
    agentDailyMax: most(40),
    explicitMax: most(16),
    dailyMax: most(60),
  },
  { noNullPrototype: true },
)

const payees = fc.constantFrom<Payees>(
  'off',
  'off',
  'off',
  [PROVIDER],
  [PROVIDER],
  [STRANGER, PROVIDER],
  [STRANGER],
  [],
  'unreadable',
)

const SKILLS = ['echo', 'sum', 'chat'] as const

const prices = fc
  .record(
    {
      aid: often(PROVIDER, STRANGER),
      network: fc.constantFrom(NETWORKS[0], NETWORKS[0], NETWORKS[1]),
      asset: often(CREDIT as string, 'gold'),
      echo: fc.option(fc.integer({ min: 1, max: 16 }).map(BigInt), { freq: 8 }),
      sum: fc.option(fc.constantFrom(1n, 5n, 2n ** 63n - 1n)),
      skillIds: often(['echo', 'sum', 'chat'], ['echo'], ['sum']),
    },
    { noNullPrototype: true },
  )
  .map(({ echo, sum, ...list }) => {
    const stated = [
      ['echo', echo],
      ['sum', sum],
    ] as const
    const known = stated.filter((entry): entry is [(typeof entry)[0], bigint] => entry[1] !== null)
    return { ...list, prices: new Map(known) } as unknown as Omit<PriceList, 'fetchedAt'>
  })

const wholeAmount = fc.integer({ min: 1, max: 9 }).map(String)

const amount = fc.oneof(
  { weight: 19, arbitrary: wholeAmount },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '0',
      '-1',
      '01',
      '1.0',
      '1e1',
      ' 1',
      '',
      '9223372036854775807',
      '9223372036854775808',
    ),
  },
)

const option: fc.Arbitrary<JsonObject> = fc
  .tuple(
    often('anet-credit', 'exact'),
    often<string>(NETWORKS[0], NETWORKS[1], NETWORKS[1], 'hub:bafythree'),
    amount,
    often(CREDIT as string, 'gold'),
    often(PROVIDER, STRANGER),
    often<JsonObject>({}, { maxTimeoutSeconds: 60 }, { extra: { note: 'x' } }),
  )
  .map(([scheme, network, amount, asset, payTo, more]) => ({
    scheme,
    network,
    amount,
    asset,
    payTo,
    ...more,
  }))

const task = fc.constantFrom<QuotedTask>(
  ...SKILLS.map((skillId) => ({ kind: 'capability', skillId }) as const),
  { kind: 'capability', skillId: 'echo' },
  { kind: 'capability', skillId: 'echo' },
  { kind: 'capability', skillId: 'echo' },
  { kind: 'text' },
)

const offers = fc.oneof(
  { weight: 4, arbitrary: option.map((only) => [only]) },
  { weight: 2, arbitrary: fc.array(option, { minLength: 2, maxLength: 3 }) },
)

/** The option that is chosen: none, one of those offered, or one that was changed on the way. */
const chosen = (accepts: readonly JsonObject[]): fc.Arbitrary<JsonValue | undefined> =>
  fc
    .tuple(fc.nat(accepts.length - 1), fc.nat(11))
    .map(([nth, kind]) =>
      kind < 6 ? undefined : kind < 11 ? accepts[nth]! : { ...accepts[nth]!, amount: '1', payTo: STRANGER },
    )

const step = (quotes: readonly (readonly JsonObject[])[]): fc.Arbitrary<Step> =>
  fc.constantFrom(...quotes).chain((accepts) =>
    fc.record(
      {
        after: fc.constantFrom(...PAUSES),
        taskId: fc.nat(3),
        task,
        purpose: fc.constantFrom(...PURPOSES),
        required: often(2, 1).map((x402Version) => ({ x402Version, accepts })),
        accept: chosen(accepts),
        fetchedAgo: often(0n, HOUR, DAY, DAY + 1n, -1n),
        expiresIn: often<bigint | undefined>(undefined, 0n, -1n, 1n),
      },
      { noNullPrototype: true },
    ),
  )

const PURPOSES = ['task-auto', 'task-auto', 'task-agent', 'task-manual', 'gateway'] as const

const PAUSES = [
  0n,
  0n,
  1n,
  1n,
  MINUTE,
  MINUTE,
  6n * MINUTE,
  HOUR,
  HOUR,
  5n * HOUR,
  11n * HOUR,
  DAY - 1n,
  DAY,
  DAY + 1n,
  2n * DAY,
  -HOUR,
  -DAY,
  -2n * DAY,
]

export const history: fc.Arbitrary<History> = fc
  .array(offers, { minLength: 1, maxLength: 3 })
  .chain((quotes) =>
    fc.record(
      {
        limits,
        payees,
        payableNetworks: fc.constantFrom<readonly string[]>(
          NETWORKS,
          NETWORKS,
          NETWORKS,
          NETWORKS,
          NETWORKS,
          NETWORKS,
          [NETWORKS[0]],
          [NETWORKS[1]],
          [],
        ),
        prices: fc.option(prices, { freq: 8, nil: undefined }),
        steps: fc.array(step(quotes), { minLength: 1, maxLength: 12 }),
      },
      { noNullPrototype: true },
    ),
  )

/** A step as it was played. */
export type Played = {
  readonly step: Step
  readonly situation: Situation
  readonly decision: Decision
  readonly now: bigint
}

/** Plays a history: keeps the ledger, signs what is to be paid, and remembers it for each task. */
export const play = (history: History, decide: (situation: Situation) => Decision): readonly Played[] => {
  const { limits, payees, payableNetworks, prices, steps } = history
  const signedFor = new Map<number, NonNullable<Situation['signed']>>()
  let ledger: Situation['ledger'] = []
  let now = START
  return steps.map((step) => {
    now += step.after
    const signed = signedFor.get(step.taskId)
    const situation: Situation = {
      required: step.required,
      task: step.task,
      providerAid: PROVIDER,
      purpose: step.purpose,
      payableNetworks,
      limits,
      payees,
      ledger,
      now,
      ...(prices === undefined
        ? {}
        : { signedPrices: { ...prices, fetchedAt: now - step.fetchedAgo } as PriceList }),
      ...(step.accept === undefined ? {} : { accept: step.accept }),
      ...(step.expiresIn === undefined ? {} : { expiresAt: now + step.expiresIn }),
      ...(signed === undefined ? {} : { signed }),
    }
    const decision = decide(situation)
    if (decision.decision === 'pay') {
      ledger = decision.ledger
      signedFor.set(step.taskId, {
        option: decision.option as unknown as JsonValue,
        notAfter: now + 300_000n,
      })
    }
    return { step, situation, decision, now }
  })
}
