import * as z from 'zod/mini'
import { CREDIT, type PriceList } from '../card/prices.js'
import { parseAmount } from '../encoding/decimal.js'
import { canonicalText } from '../encoding/jcs.js'
import { type JsonValue, jsonProblem } from '../encoding/json.js'
import { AnetError } from '../errors.js'
import type { Network } from '../identity/network.js'
import { madeDecision } from './decision.js'
import {
  admit,
  isPurpose,
  type Ledger,
  type Limits,
  type Payees,
  type Purpose,
  type RefusalCode,
  type SpendRefusal,
} from './spending.js'
import { type PaymentRequired, type PaymentRequirements, paymentRequired, SCHEME } from './x402.js'

/** What the quote is for. */
export type QuotedTask = { readonly kind: 'capability'; readonly skillId: string } | { readonly kind: 'text' }

/** Everything a decision on a quote is made from. */
export type Situation = {
  /** The PaymentRequired as it came, parsed. */
  readonly required: JsonValue
  readonly task: QuotedTask
  /** The agent that was asked. */
  readonly providerAid: string
  readonly purpose: Exclude<Purpose, 'redeem'>
  /** The provider's prices, as they were read from its verified card; undefined when there are none. */
  readonly signedPrices?: PriceList
  /** The ledgers the payer holds a balance on. */
  readonly payableNetworks: readonly string[]
  readonly limits: Limits
  readonly payees: Payees
  readonly ledger: Ledger
  /** The option that was chosen, a PaymentRequirements. */
  readonly accept?: JsonValue
  /** When the quote ends ({@link expiryOf}), unix milliseconds. */
  readonly expiresAt?: bigint
  /** What was already signed for this task. */
  readonly signed?: { readonly option: JsonValue; readonly notAfter: bigint }
  /** Unix milliseconds. */
  readonly now: bigint
}

/** Why nothing can be paid as it stands. */
export type RefuseReason =
  | 'invalid_quote'
  | 'quote_expired'
  | 'option_not_offered'
  | 'rail_not_payable'
  | 'option_not_chosen'
  | 'invalid_amount'

/** Why a person must decide. */
export type AskCode = 'no_signed_price' | 'above_signed_price' | 'already_signed' | RefusalCode

/** The option that was judged, frozen, and whether it is above a usable signed price. */
export type Judged = { readonly option: PaymentRequirements; readonly aboveSignedPrice?: boolean }

/**
 * A decision to pay. What is signed is its option: `Payment.authorize` takes the decision, never the quote. Made by
 * {@link evaluate} alone.
 */
export type PayDecision = Judged & {
  readonly decision: 'pay'
  readonly amount: bigint
  readonly purpose: Purpose
  /** The ledger with this payment in, to be kept before anything is signed. */
  readonly ledger: Ledger
  /** When it was made, unix milliseconds; it can be signed for a minute, and once. */
  readonly decidedAt: bigint
  /** When the quote ends. */
  readonly expiresAt?: bigint
  readonly detail: string
  readonly [judgedBrand]: true
}
declare const judgedBrand: unique symbol

/**
 * What to do with a quote; `detail` says why, for a person.
 *
 * - `pay`: sign its option.
 * - `resend`: send the authorization already signed for this option again.
 * - `ask`: sign nothing before a person decides; `refusal` says what stands against it.
 * - `refuse`: nothing can be paid as it stands.
 */
export type Decision =
  | PayDecision
  | (Judged & { readonly decision: 'resend'; readonly detail: string })
  | (Partial<Judged> & {
      readonly decision: 'ask'
      readonly reason: 'needs_operator_approval'
      readonly refusal: SpendRefusal<AskCode>
      readonly detail: string
    })
  | (Partial<Judged> & {
      readonly decision: 'refuse'
      readonly reason: RefuseReason
      readonly detail: string
    })

/** How long a price that was read from a card may be used, milliseconds. */
const PRICE_LIFETIME = 86_400_000n

/** How long an authorization must still live to be sent again, milliseconds. */
const RESEND_MARGIN = 30_000n

/**
 * Decides what to do with a quote (PROTOCOL: Evaluating a quote). Every check applies to the option that would be paid, never
 * to the first offered; amounts are compared as whole numbers; a missing limit is its default, never unlimited.
 *
 * Refusals, in this order: `invalid_quote`, `quote_expired`, `option_not_offered`, `rail_not_payable`, `option_not_chosen`,
 * `invalid_amount`. Then an authorization already signed for the same option is sent again, on every tier. Asks: on the
 * automatic tier `already_signed`, `no_signed_price`, `above_signed_price`; on the agent tier `above_signed_price`; on all the
 * codes of {@link admit}.
 *
 * @throws an {@link AnetError}: `unknown_purpose`.
 * @example
 * ```ts
 * import { Quote, Spending } from 'anet-protocol'
 *
 * const situation = {
 *   required: Quote.build([{ network: 'hub:bafyreihub', amount: 3n, payTo: 'bafyreicg' }]),
 *   task: { kind: 'text' },
 *   providerAid: 'bafyreicg',
 *   payableNetworks: ['hub:bafyreihub'],
 *   limits: Spending.DEFAULT_LIMITS,
 *   payees: ['bafyreicg'],
 *   ledger: [],
 *   now: 1767225600000n,
 * } as const
 * Quote.evaluate({ ...situation, purpose: 'task-manual' }).decision // 'pay'
 * Quote.evaluate({ ...situation, purpose: 'task-auto' }) // { decision: 'ask', refusal: { code: 'no_signed_price' }, … }
 * ```
 */
export const evaluate = (situation: Situation): Decision => {
  if (!isPurpose(situation.purpose) || (situation.purpose as Purpose) === 'redeem') {
    throw new AnetError('unknown_purpose', 'one of task-auto, task-agent, task-manual, gateway', 'purpose')
  }
  const offered = readOptions(situation)
  if ('decision' in offered) return offered
  const chosen = chooseOption(offered.options, situation)
  if ('decision' in chosen) return chosen
  const { option } = chosen
  const amount = payableAmount(option)
  if (amount === undefined) {
    return refuse('invalid_amount', 'the amount is no whole decimal from 1 to 2^63 - 1', { option })
  }
  const price = usablePrice(option, situation)
  const judged: Judged = price === undefined ? { option } : { option, aboveSignedPrice: amount > price }
  return repeated(judged, situation) ?? withinPrice(judged, amount, price, situation)
}

/** The options of a readable quote that has not ended. */
const readOptions = ({
  required,
  expiresAt,
  now,
}: Situation): { readonly options: readonly PaymentRequirements[] } | Decision => {
  const quote = copyOf(required)
  if (quote === undefined || !z.safeParse(paymentRequired, quote).success) {
    return refuse('invalid_quote', 'the quote is no readable PaymentRequired of x402 version 2')
  }
  if (expiresAt !== undefined && now > expiresAt)
    return refuse('quote_expired', `the quote ended at ${expiresAt}`)
  return { options: (quote as unknown as PaymentRequired).accepts }
}

/** The option that would be paid, frozen. */
const chooseOption = (
  options: readonly PaymentRequirements[],
  situation: Situation,
): { readonly option: PaymentRequirements } | Decision => {
  const { accept, purpose } = situation
  if (accept !== undefined) {
    const wanted = canonicalOf(accept)
    const equal = options.find((option) => canonicalText(option as unknown as JsonValue) === wanted)
    if (equal === undefined) return refuse('option_not_offered', 'the chosen option is none of those offered')
    return payableOr(equal, situation)
  }
  const [only, second] = options
  if (second === undefined) return payableOr(only!, situation)
  const payable = options.filter((option) => isPayable(option, situation))
  if (payable.length === 0) return refuse('rail_not_payable', 'none of the options can be paid')
  if (purpose !== 'task-auto')
    return refuse('option_not_chosen', 'there are several options and nobody chose')
  return cheapestOf(payable, situation)
}

const payableOr = (
  option: PaymentRequirements,
  situation: Situation,
): { readonly option: PaymentRequirements } | Decision =>
  isPayable(option, situation)
    ? { option: deepFreeze(option) }
    : refuse('rail_not_payable', 'the option cannot be paid, or pays another than the provider', {
        option: deepFreeze(option),
      })

/** Of several, the automatic tier takes the cheapest on the ledger of the signed price, the first of equals. */
const cheapestOf = (
  payable: readonly PaymentRequirements[],
  situation: Situation,
): { readonly option: PaymentRequirements } | Decision => {
  const list = usableList(situation)
  if (list === undefined) return ask({ code: 'no_signed_price' }, 'no usable signed price covers the quote')
  let cheapest: { readonly option: PaymentRequirements; readonly amount: bigint } | undefined
  for (const option of payable) {
    const amount = option.network === list.network ? payableAmount(option) : undefined
    if (amount !== undefined && (cheapest === undefined || amount < cheapest.amount))
      cheapest = { option, amount }
  }
  return cheapest === undefined
    ? refuse('invalid_amount', 'no option on the signed price’s ledger has a whole amount')
    : { option: deepFreeze(cheapest.option) }
}

const isPayable = (
  { scheme, asset, network, payTo }: PaymentRequirements,
  { payableNetworks, providerAid }: Situation,
): boolean =>
  scheme === SCHEME && asset === CREDIT && payableNetworks.includes(network) && payTo === providerAid

/** Canonical, and not nothing. */
const payableAmount = ({ amount }: PaymentRequirements): bigint | undefined =>
  parseAmount(amount) || undefined

/** The provider's own prices for a call of a skill it lists, fetched in the last 24 hours. */
const usableList = ({ task, signedPrices, providerAid, now }: Situation): PriceList | undefined => {
  if (task.kind !== 'capability' || signedPrices === undefined) return undefined
  const { aid, fetchedAt, skillIds } = signedPrices
  const isFresh = fetchedAt <= now && now - fetchedAt <= PRICE_LIFETIME
  return aid === providerAid && isFresh && skillIds.includes(task.skillId) ? signedPrices : undefined
}

/** The signed price of the call on the option's ledger: 0 for a listed skill without one. */
const usablePrice = ({ network, asset }: PaymentRequirements, situation: Situation): bigint | undefined => {
  const list = usableList(situation)
  if (list === undefined || list.network !== (network as Network) || list.asset !== asset) return undefined
  return list.prices.get((situation.task as { readonly skillId: string }).skillId) ?? 0n
}

/** One signature per task on the automatic tier; the same option is never signed twice while the first still lives. */
const repeated = (judged: Judged, { signed, purpose, now }: Situation): Decision | undefined => {
  if (signed === undefined) return undefined
  const isSame = canonicalOf(signed.option) === canonicalText(judged.option as unknown as JsonValue)
  if (isSame && signed.notAfter - now >= RESEND_MARGIN) {
    return { decision: 'resend', detail: 'the authorization already signed is sent again', ...judged }
  }
  return purpose === 'task-auto'
    ? ask({ code: 'already_signed' }, 'a payment of this task was already signed', judged)
    : undefined
}

const withinPrice = (
  judged: Judged,
  amount: bigint,
  price: bigint | undefined,
  situation: Situation,
): Decision => {
  const { purpose } = situation
  if (purpose === 'task-auto' && price === undefined) {
    return ask({ code: 'no_signed_price' }, 'no usable signed price covers the quote', judged)
  }
  if ((purpose === 'task-auto' || purpose === 'task-agent') && judged.aboveSignedPrice) {
    return ask({ code: 'above_signed_price' }, `${amount} is above the signed price of ${price}`, judged)
  }
  return withinLimits(judged, amount, situation)
}

const withinLimits = (judged: Judged, amount: bigint, situation: Situation): Decision => {
  const { purpose, now } = situation
  const admitted = admit(situation, { payTo: judged.option.payTo, amount, purpose, now })
  if (!admitted.ok) {
    const { code, limit, spent, detail } = admitted
    const refusal = {
      code,
      ...(limit === undefined ? {} : { limit }),
      ...(spent === undefined ? {} : { spent }),
    }
    return ask(refusal, detail, judged)
  }
  const decision: Omit<PayDecision, typeof judgedBrand> = {
    decision: 'pay',
    ...judged,
    amount,
    purpose,
    ledger: admitted.ledger,
    decidedAt: now,
    ...(situation.expiresAt === undefined ? {} : { expiresAt: situation.expiresAt }),
    detail: `${amount} within the limits`,
  }
  return madeDecision(Object.freeze(decision) as PayDecision)
}

const refuse = (reason: RefuseReason, detail: string, judged: Partial<Judged> = {}): Decision => ({
  decision: 'refuse',
  reason,
  detail,
  ...judged,
})

const ask = (refusal: SpendRefusal<AskCode>, detail: string, judged: Partial<Judged> = {}): Decision => ({
  decision: 'ask',
  reason: 'needs_operator_approval',
  refusal,
  detail,
  ...judged,
})

/** A value as it is now, whatever becomes of the one given; undefined for what is no I-JSON. */
const copyOf = (value: JsonValue): JsonValue | undefined => {
  try {
    const copy = structuredClone(value)
    return jsonProblem(copy) === undefined ? copy : undefined
  } catch {
    return undefined // a function, or another thing that is no data
  }
}

const canonicalOf = (value: JsonValue): string | undefined => {
  const copy = copyOf(value)
  return copy === undefined ? undefined : canonicalText(copy)
}

const deepFreeze = <T>(value: T): T => {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(deepFreeze)
  return Object.freeze(value)
}

/**
 * What an agent is answered when a person must decide: the reason code, and what stands against the payment.
 *
 * @example
 * ```ts
 * import { Quote } from 'anet-protocol'
 *
 * Quote.answerToAgent({ code: 'over_daily_limit', limit: 50n, spent: 48n }, '48 spent, and 3 more are above 50')
 * // { 'anet.reason': 'needs_operator_approval', spend_refusal: { code: 'over_daily_limit', limit: '50', spent: '48' }, … }
 * ```
 */
export const answerToAgent = (
  { code, limit, spent }: SpendRefusal<AskCode>,
  detail: string,
): {
  readonly 'anet.reason': 'needs_operator_approval'
  readonly spend_refusal: { readonly code: AskCode; readonly limit?: string; readonly spent?: string }
  readonly message: string
} => ({
  'anet.reason': 'needs_operator_approval',
  spend_refusal: {
    code,
    ...(limit === undefined ? {} : { limit: `${limit}` }),
    ...(spent === undefined ? {} : { spent: `${spent}` }),
  },
  message: `${detail}. A person must approve it.`,
})
