import { type EventRecord, payloadMember } from './record.js'

/** The payload of `anet.payment.authorized`: a payment that was signed. All members are texts; amount is a decimal. */
export type PaymentAuthorized = {
  readonly authorizationId: string
  readonly interactionId: string
  readonly payBind: string
  readonly purpose: string
  readonly payTo: string
  readonly amount: string
  readonly network: string
}

const MEMBERS = {
  authorizationId: 'authorization_id',
  interactionId: 'interaction_id',
  payBind: 'pay_bind',
  purpose: 'purpose',
  payTo: 'pay_to',
  amount: 'amount',
  network: 'network',
} as const satisfies Record<keyof PaymentAuthorized, string>

/**
 * The payload of a payment that was signed, as its record carries it.
 *
 * @example
 * ```ts
 * import { Evidence } from 'anet-protocol'
 *
 * const payment = { authorizationId: 'bafy', interactionId: 'ix', payBind: '00', purpose: 'gateway', payTo: 'bafy' }
 * Evidence.paymentPayload({ ...payment, amount: '3', network: 'hub:bafy' }).pay_to // 'bafy'
 * ```
 */
export const paymentPayload = (payment: PaymentAuthorized): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(MEMBERS).map(([name, member]) => [member, payment[name as keyof PaymentAuthorized]]),
  )

/**
 * The payment that a record of type `anet.payment.authorized` says was signed; a missing member is "". Undefined for a
 * record of another type, or with a member that is no text.
 *
 * @example
 * ```ts
 * import { Evidence } from 'anet-protocol'
 *
 * const { record } = { record: { eventType: 'anet.message.sent', payload: null } as Evidence.EventRecord }
 * Evidence.readPaymentAuthorized(record) // undefined
 * ```
 */
export const readPaymentAuthorized = (record: EventRecord): PaymentAuthorized | undefined => {
  if (record.eventType !== 'anet.payment.authorized') return undefined
  const read: Record<string, string> = {}
  for (const [name, member] of Object.entries(MEMBERS)) {
    const value = payloadMember(record, member) ?? ''
    if (typeof value !== 'string') return undefined
    read[name] = value
  }
  return read as PaymentAuthorized
}
