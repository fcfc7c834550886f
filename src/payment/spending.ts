import { MAX_UINT64, parseUint64 } from '../encoding/decimal.js'
import { AnetError, type Failure, type Result, refuse } from '../errors.js'

/** Who decided to pay: the automatic tier, an agent, a person for a task, a person at the gateway, or the one who redeems. */
export type Purpose = 'task-auto' | 'task-agent' | 'task-manual' | 'gateway' | 'redeem'

/** The owner's spending limits, in credits. */
export type Limits = {
  /** One payment of the automatic tier. */
  readonly autoMax: bigint
  /** One payment of an agent. */
  readonly agentMax: bigint
  /** What the automatic tier and agents spend together in 24 hours. */
  readonly agentDailyMax: bigint
  /** One payment a person decided. */
  readonly explicitMax: bigint
  /** Everything that is spent in 24 hours; 2^64 - 1 is no limit. */
  readonly dailyMax: bigint
}

/** The limits of an owner who stated none: nothing without a person. */
export const DEFAULT_LIMITS: Limits = {
  autoMax: 0n,
  agentMax: 0n,
  agentDailyMax: 0n,
  explicitMax: 10n,
  dailyMax: 50n,
}

/** Who may be paid: the AIDs of a list, anybody (`off`), or nobody while the list cannot be read. */
export type Payees = readonly string[] | 'off' | 'unreadable'

/** A payment that was signed, at a time in unix milliseconds. */
export type Spent = { readonly at: bigint; readonly amount: bigint; readonly purpose: string }

/**
 * What was signed so far, in any order. A new ledger is made for each payment; none is changed. Nothing is ever left out of it: a
 * clock that is set back brings payments back into the window. `Spending.rebuildLedger` starts a shorter one.
 */
export type Ledger = readonly Spent[]

/** A payment that is to be signed. */
export type Spending = {
  readonly payTo: string
  readonly amount: bigint
  readonly purpose: Purpose
  /** Unix milliseconds. */
  readonly now: bigint
}

/** Why a payment is not signed without a person. */
export type RefusalCode =
  | 'over_single_limit'
  | 'payees_unreadable'
  | 'payee_not_allowed'
  | 'over_agent_daily_limit'
  | 'over_daily_limit'

/** A refusal, with the limit that is exceeded and what already counted towards it. */
export type SpendRefusal<C extends string = RefusalCode> = {
  readonly code: C
  readonly limit?: bigint
  readonly spent?: bigint
}

/** The rolling window, milliseconds. */
const WINDOW = 86_400_000n

/** Whether a payment that was signed at a time still counts. */
export const isInWindow = (at: bigint, now: bigint): boolean => at > now - WINDOW

/** What one purpose is held to. */
type Rule = {
  readonly single: keyof Limits
  readonly isAgents: boolean
  readonly asksPayees: boolean
}

const RULES: Readonly<Record<Purpose, Rule>> = {
  'task-auto': { single: 'autoMax', isAgents: true, asksPayees: true },
  'task-agent': { single: 'agentMax', isAgents: true, asksPayees: true },
  'task-manual': { single: 'explicitMax', isAgents: false, asksPayees: true },
  gateway: { single: 'explicitMax', isAgents: false, asksPayees: true },
  redeem: { single: 'explicitMax', isAgents: false, asksPayees: false },
}

/**
 * Whether a payment may be signed under the owner's limits (PROTOCOL: Spending limits), and the ledger with it in.
 *
 * Refusals, in this order: `over_single_limit`; `payees_unreadable`, `payee_not_allowed` (not for `redeem`);
 * `over_agent_daily_limit`, what the automatic tier and agents spent in the window; `over_daily_limit`, what everybody did. Equal
 * to a limit passes. The window holds what was signed after `now` - 86,400,000; sums saturate at 2^64 - 1.
 *
 * @throws an {@link AnetError}: `unknown_purpose`, `zero_amount`: errors of the caller, and no matter for a person.
 * @example
 * ```ts
 * import { Spending } from 'anet-protocol'
 *
 * const owner = { limits: Spending.DEFAULT_LIMITS, payees: ['bafyreicg'], ledger: [] }
 * const payment = { payTo: 'bafyreicg', purpose: 'task-manual', now: 1767225600000n } as const
 * Spending.admit(owner, { ...payment, amount: 10n }).ok // true
 * Spending.admit(owner, { ...payment, amount: 11n }) // { ok: false, code: 'over_single_limit', limit: 10n, … }
 * ```
 */
export const admit = (
  { limits, payees, ledger }: { readonly limits: Limits; readonly payees: Payees; readonly ledger: Ledger },
  { payTo, amount, purpose, now }: Spending,
): Result<{ readonly ledger: Ledger }, RefusalCode> & {
  readonly limit?: bigint
  readonly spent?: bigint
} => {
  if (!isPurpose(purpose)) throw new AnetError('unknown_purpose', 'no purpose that spends', 'purpose')
  if (amount <= 0n) throw new AnetError('zero_amount', 'nothing is to be paid', 'amount')
  const { single, isAgents, asksPayees } = RULES[purpose]
  const bounds = { ...DEFAULT_LIMITS, ...limits } // a limit that is missing is its default, never unlimited
  const limit = bounds[single]
  if (!(amount <= limit)) {
    return {
      ...refuse('over_single_limit', `${amount} is above the limit of ${limit} for one payment`),
      limit,
    }
  }
  const payee = asksPayees ? payeeFault(payees, payTo) : undefined
  if (payee !== undefined) return payee
  const window = ledger.filter(({ at }) => isInWindow(at, now))
  if (isAgents) {
    const agents = window.filter(isOfAgents)
    const fault = dailyFault('over_agent_daily_limit', bounds.agentDailyMax, agents, amount)
    if (fault !== undefined) return fault
  }
  const fault = dailyFault('over_daily_limit', bounds.dailyMax, window, amount)
  return fault ?? { ok: true, ledger: [...ledger, { at: now, amount, purpose }] }
}

/** Whether a text names a purpose that spends. */
export const isPurpose = (purpose: string): purpose is Purpose => Object.hasOwn(RULES, purpose)

const isOfAgents = ({ purpose }: Spent): boolean => isPurpose(purpose) && RULES[purpose].isAgents

const payeeFault = (
  payees: Payees,
  payTo: string,
): Failure<'payees_unreadable' | 'payee_not_allowed'> | undefined => {
  if (payees === 'off') return undefined
  if (payees === 'unreadable') return refuse('payees_unreadable', 'the list of payees cannot be read')
  return payees.includes(payTo)
    ? undefined
    : refuse('payee_not_allowed', `${payTo} is not on the list of payees`)
}

const dailyFault = <C extends 'over_agent_daily_limit' | 'over_daily_limit'>(
  code: C,
  limit: bigint,
  entries: readonly Spent[],
  amount: bigint,
) => {
  const spent = totalOf(entries)
  if (saturated(spent + amount) <= limit) return undefined
  return { ...refuse(code, `${spent} spent in 24 hours and ${amount} more are above ${limit}`), limit, spent }
}

const totalOf = (entries: readonly Spent[]): bigint =>
  entries.reduce((sum, { amount }) => (amount > 0n ? saturated(sum + amount) : sum), 0n)

const saturated = (sum: bigint): bigint => (sum > MAX_UINT64 ? MAX_UINT64 : sum)

/** The limits beside what was spent of them in the last 24 hours. */
export type Summary = {
  readonly limits: Limits
  readonly spentByAgents: bigint
  readonly spent: bigint
  /** What agents may still spend today, of both daily limits. */
  readonly leftForAgents: bigint
  readonly left: bigint
}

/**
 * What was spent in the last 24 hours and what is left.
 *
 * @example
 * ```ts
 * import { Spending } from 'anet-protocol'
 *
 * const ledger = [{ at: 1767225600000n, amount: 8n, purpose: 'gateway' }]
 * Spending.summarize(Spending.DEFAULT_LIMITS, ledger, 1767225600001n).left // 42n
 * ```
 */
export const summarize = (limits: Limits, ledger: Ledger, now: bigint): Summary => {
  const window = ledger.filter(({ at }) => isInWindow(at, now))
  const spent = totalOf(window)
  const spentByAgents = totalOf(window.filter(isOfAgents))
  const left = remaining(limits.dailyMax, spent)
  const leftOfAgents = remaining(limits.agentDailyMax, spentByAgents)
  return { limits, spentByAgents, spent, leftForAgents: left < leftOfAgents ? left : leftOfAgents, left }
}

const remaining = (limit: bigint, spent: bigint): bigint => {
  if (limit === MAX_UINT64) return limit
  return limit > spent ? limit - spent : 0n
}

/** The keys of the payments block of a node's configuration. */
const LIMIT_KEYS = {
  autoMax: 'auto_max',
  agentMax: 'agent_max',
  agentDailyMax: 'agent_daily_max',
  explicitMax: 'explicit_max',
  dailyMax: 'daily_max',
} as const satisfies Record<keyof Limits, string>

/** Where the payees stand when the configuration does not say. */
const DEFAULT_PAYEES_FILE = 'payees.allow'

/**
 * Reads the payments block of a configuration (PROTOCOL: Spending limits): a missing key takes its default, an explicit 0 stays
 * 0, and a limit that is no whole number is refused, never defaulted. A limit is a safe number, a bigint, or a decimal text:
 * JSON numbers above 2^53 - 1 lose digits when they are parsed, so they are refused too.
 *
 * Refusals: `INVALID_LIMITS` for a limit that is no whole number from 0 to 2^64 - 1, or a payees_file that is no text.
 *
 * @returns `payeesFile`: where the list of payees stands; "" turns it off
 * @example
 * ```ts
 * import { Spending } from 'anet-protocol'
 *
 * const read = Spending.parseLimits({ auto_max: 3, daily_max: '18446744073709551615' })
 * read.ok && read.limits.dailyMax // 18446744073709551615n
 * Spending.parseLimits({ auto_max: 1.5 })
 * // { ok: false, code: 'INVALID_LIMITS', detail: 'no whole number from 0 to 2^64 - 1', path: 'auto_max' }
 * ```
 */
export const parseLimits = (
  payments: Readonly<Record<string, unknown>>,
): Result<{ readonly limits: Limits; readonly payeesFile: string }, 'INVALID_LIMITS'> => {
  const limits: Record<string, bigint> = { ...DEFAULT_LIMITS }
  for (const [name, key] of Object.entries(LIMIT_KEYS)) {
    if (!Object.hasOwn(payments, key)) continue
    const limit = wholeNumber(payments[key])
    if (limit === undefined) return refuse('INVALID_LIMITS', 'no whole number from 0 to 2^64 - 1', key)
    limits[name] = limit
  }
  const payeesFile = Object.hasOwn(payments, 'payees_file') ? payments.payees_file : DEFAULT_PAYEES_FILE
  return typeof payeesFile === 'string'
    ? { ok: true, limits: limits as unknown as Limits, payeesFile }
    : refuse('INVALID_LIMITS', 'no text', 'payees_file')
}

const wholeNumber = (value: unknown): bigint | undefined => {
  if (typeof value === 'string') return parseUint64(value)
  const whole = Number.isSafeInteger(value) ? BigInt(value as number) : value
  return typeof whole === 'bigint' && whole >= 0n && whole <= MAX_UINT64 ? whole : undefined
}
