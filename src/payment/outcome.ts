import { AnetError } from '../errors.js'
import type { TaskMetadata } from '../task/metadata.js'

/** A value of `x402.payment.status`. */
export type PaymentStatus = NonNullable<TaskMetadata['paymentStatus']>

/** A value of `x402.payment.error`. */
export type PaymentError =
  | 'INSUFFICIENT_FUNDS'
  | 'INVALID_SIGNATURE'
  | 'EXPIRED_PAYMENT'
  | 'DUPLICATE_NONCE'
  | 'NETWORK_MISMATCH'
  | 'INVALID_AMOUNT'
  | 'SETTLEMENT_FAILED'

const ERRORS: ReadonlyMap<string, PaymentError> = new Map([
  ['insufficient_funds', 'INSUFFICIENT_FUNDS'],
  ['invalid_signature', 'INVALID_SIGNATURE'],
  ['expired_payment', 'EXPIRED_PAYMENT'],
  ['expired', 'EXPIRED_PAYMENT'],
  ['quote_expired', 'EXPIRED_PAYMENT'],
  ['duplicate_nonce', 'DUPLICATE_NONCE'],
  ['duplicate_binding', 'DUPLICATE_NONCE'],
  ['network_mismatch', 'NETWORK_MISMATCH'],
  ['invalid_amount', 'INVALID_AMOUNT'],
])

/** The one reason that decides nothing: send nothing, and try the same payload again. */
const PENDING = 'settlement_pending'

/**
 * The `x402.payment.error` of a reason (PROTOCOL: Merchant's check). While a settlement's outcome is unknown there is none: nothing
 * is sent, and the same payload is tried again.
 *
 * @example
 * ```ts
 * import { Payment } from 'anet-protocol'
 *
 * Payment.errorOf('duplicate_binding') // { final: true, code: 'DUPLICATE_NONCE' }
 * Payment.errorOf('settlement_pending') // { final: false }
 * Payment.errorOf('ledger_on_fire') // { final: true, code: 'SETTLEMENT_FAILED', reason: 'ledger_on_fire' }
 * ```
 */
export const errorOf = (
  reason: string,
):
  | { readonly final: false }
  | { readonly final: true; readonly code: PaymentError; readonly reason?: string } => {
  if (reason === PENDING) return { final: false }
  const code = ERRORS.get(reason)
  return code === undefined ? { final: true, code: 'SETTLEMENT_FAILED', reason } : { final: true, code }
}

const NEXT: Readonly<Record<PaymentStatus, readonly PaymentStatus[]>> = {
  'payment-required': ['payment-submitted', 'payment-rejected', 'payment-failed'],
  'payment-submitted': ['payment-verified', 'payment-failed', 'payment-required'],
  'payment-verified': ['payment-completed', 'payment-failed'],
  'payment-failed': ['payment-required', 'payment-submitted', 'payment-rejected'],
  'payment-completed': [],
  'payment-rejected': [],
}

/** Where a payment stands. While the outcome of its settlement is unknown nothing is sent. */
export type PaymentState = { readonly status: PaymentStatus; readonly isOutcomeUnknown: boolean }

/**
 * Whether a payment may go from one status to another (PROTOCOL: Payment states).
 *
 * @example
 * ```ts
 * import { Payment } from 'anet-protocol'
 *
 * Payment.mayFollow('payment-submitted', 'payment-required') // true
 * Payment.mayFollow('payment-completed', 'payment-failed') // false
 * ```
 */
export const mayFollow = (from: PaymentStatus, to: PaymentStatus): boolean => NEXT[from].includes(to)

/**
 * The next state of a payment: after a status, or after a settlement that answered nothing (`outcome-unknown`), which keeps the
 * status until a final answer comes for the same payload.
 *
 * @throws an {@link AnetError}: `INVALID_TRANSITION` for a status that cannot follow, or an unknown outcome of what was never
 * submitted.
 * @example
 * ```ts
 * import { Payment } from 'anet-protocol'
 *
 * const submitted = { status: 'payment-submitted', isOutcomeUnknown: false } as const
 * const waiting = Payment.advance(submitted, 'outcome-unknown')
 * waiting.isOutcomeUnknown // true
 * Payment.advance(waiting, 'payment-verified') // { status: 'payment-verified', isOutcomeUnknown: false }
 * ```
 */
export const advance = ({ status }: PaymentState, event: PaymentStatus | 'outcome-unknown'): PaymentState => {
  if (event === 'outcome-unknown') {
    if (status === 'payment-submitted' || status === 'payment-verified')
      return { status, isOutcomeUnknown: true }
  } else if (mayFollow(status, event)) return { status: event, isOutcomeUnknown: false }
  throw new AnetError('INVALID_TRANSITION', `${event} cannot follow ${status}`)
}
