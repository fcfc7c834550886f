import { canonicalText } from '../../src/encoding/jcs.js'
import type { JsonValue } from '../../src/encoding/json.js'
import type { PayDecision } from '../../src/payment/quote.js'
import { DAY, type History, type Played, PROVIDER } from './history.js'

/**
 * What a payer may never do, written anew from the rules and not from the library: which of them a history breaks, by name.
 */
export const brokenRules = (history: History, played: readonly Played[]): readonly string[] => {
  const paid = played.filter(isPaid)
  return [
    ...paid.flatMap((payment) => brokenByOne(history, payment)),
    ...brokenByMany(history, paid),
    ...(played.every(isFairlySentAgain) ? [] : ['sends again only what was signed and still lives']),
  ]
}

const isFairlySentAgain = ({ decision, situation: { signed, now } }: Played): boolean =>
  decision.decision !== 'resend' ||
  (signed !== undefined &&
    signed.notAfter - now >= 30_000n &&
    canonicalText(signed.option) === canonicalText(decision.option as unknown as JsonValue))

type Payment = Played & { readonly decision: PayDecision }

const isPaid = (played: Played): played is Payment => played.decision.decision === 'pay'

const SINGLE = {
  'task-auto': 'autoMax',
  'task-agent': 'agentMax',
  'task-manual': 'explicitMax',
  gateway: 'explicitMax',
} as const

const UNLIMITED = 2n ** 64n - 1n

const brokenByOne = (history: History, { step, situation, decision, now }: Payment): readonly string[] => {
  const { limits, payees, payableNetworks } = history
  const { option, amount, purpose } = decision
  const price = signedPrice(history, step, decision)
  const offered = (step.required.accepts as readonly JsonValue[]).map(canonicalText)
  const isChosen =
    step.accept === undefined || canonicalText(step.accept) === canonicalText(option as unknown as JsonValue)
  const isListed = payees === 'off' || (payees !== 'unreadable' && payees.includes(option.payTo))
  const rules: Readonly<Record<string, boolean>> = {
    'pays an option that was offered': offered.includes(canonicalText(option as unknown as JsonValue)),
    'pays the option that was chosen': isChosen,
    'pays the amount of the option': option.amount === `${amount}` && amount > 0n && amount < 2n ** 63n,
    'pays the provider': option.payTo === PROVIDER,
    'pays a payee on the list': isListed,
    'pays on a ledger the payer has': payableNetworks.includes(option.network),
    'pays credits': option.scheme === 'anet-credit' && option.asset === 'credit',
    'pays a quote of version 2': step.required.x402Version === 2,
    'pays before the quote ends': situation.expiresAt === undefined || now <= situation.expiresAt,
    'keeps its purpose': purpose === step.purpose,
    'pays at most the limit of one payment': amount <= limits[SINGLE[step.purpose]],
    'pays automatically only with a signed price': step.purpose !== 'task-auto' || price !== undefined,
    'pays automatically at most the signed price':
      step.purpose !== 'task-auto' || price === undefined || amount <= price,
    'lets an agent pay at most the signed price':
      step.purpose !== 'task-agent' || price === undefined || amount <= price,
    'says whether it is above the signed price':
      decision.aboveSignedPrice === (price === undefined ? undefined : amount > price),
    'freezes what it decided on': Object.isFrozen(decision) && Object.isFrozen(option),
  }
  return Object.keys(rules).filter((rule) => !rules[rule])
}

/** What the provider's verified card says the call costs, on the ledger of the option. */
const signedPrice = (
  { prices }: History,
  { task, fetchedAgo }: Played['step'],
  { option }: PayDecision,
): bigint | undefined => {
  if (task.kind === 'text' || prices === undefined) return undefined
  const isItsOwn =
    prices.aid === PROVIDER && prices.network === option.network && prices.asset === option.asset
  if (!isItsOwn || fetchedAgo < 0n || fetchedAgo > DAY || !prices.skillIds.includes(task.skillId))
    return undefined
  return prices.prices.get(task.skillId) ?? 0n
}

const brokenByMany = ({ limits }: History, paid: readonly Payment[]): readonly string[] => {
  const isAgents = ({ step: { purpose } }: Payment): boolean =>
    purpose === 'task-auto' || purpose === 'task-agent'
  const isKept = (payments: readonly Payment[], limit: bigint): boolean =>
    limit === UNLIMITED || payments.every((last) => spentBefore(payments, last.now) <= limit)
  const automatic = paid.filter(({ step }) => step.purpose === 'task-auto').map(({ step }) => step.taskId)
  const rules: Readonly<Record<string, boolean>> = {
    'spends at most the daily limit in any 24 hours': isKept(paid, limits.dailyMax),
    'lets agents spend at most their daily limit in any 24 hours': isKept(
      paid.filter(isAgents),
      limits.agentDailyMax,
    ),
    'signs automatically once for one task': new Set(automatic).size === automatic.length,
    'signs automatically for no task that was signed for': paid.every(
      ({ step, situation }) => step.purpose !== 'task-auto' || situation.signed === undefined,
    ),
  }
  return Object.keys(rules).filter((rule) => !rules[rule])
}

/** What was signed in the 24 hours that end at a time. */
const spentBefore = (payments: readonly Payment[], end: bigint): bigint =>
  payments
    .filter(({ now }) => now <= end && now > end - DAY)
    .reduce((sum, { decision }) => sum + decision.amount, 0n)
