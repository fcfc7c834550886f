import { MAX_AMOUNT, parseAmount } from '../encoding/decimal.js'
import { isJsonObject, type JsonValue } from '../encoding/json.js'
import { type Result, refuse } from '../errors.js'
import { type ReadPayment, readCarried } from './merchant.js'
import { type PaymentRequirements, SCHEME } from './x402.js'

/** Why a facilitator does not settle a payment. */
export type FacilitatorCode =
  | 'invalid_payment_requirements'
  | 'malformed_payment'
  | 'invalid_amount'
  | 'unsupported_scheme'
  | 'network_mismatch'
  | 'payee_mismatch'

/**
 * The facilitator's comparison of a payment with what is required (PROTOCOL: Facilitator's comparison); signature and window
 * are judged with `Payment.verifyAuthorization`.
 *
 * Refusals, in this order: `invalid_payment_requirements` when they are missing, network or payTo is empty, or the amount is not
 * from 1 to 2^63 - 1; `malformed_payment`; `invalid_amount` for an authorized amount out of that range; `unsupported_scheme`;
 * `network_mismatch`; `payee_mismatch`; `invalid_amount` when accepted.amount is not what was authorized, or that is below what is
 * required.
 *
 * @param required - the PaymentRequirements as they came, parsed; null when none came
 * @param payload - the PaymentPayload as it came, parsed
 * @example
 * ```ts
 * import { Payment } from 'anet-protocol'
 *
 * Payment.comparePayment(null, {}) // { ok: false, code: 'invalid_payment_requirements', … }
 * ```
 */
export const comparePayment = (
  required: JsonValue,
  payload: JsonValue,
): Result<{ readonly payment: ReadPayment }, FacilitatorCode> => {
  const price = isJsonObject(required)
    ? requiredAmount(required as unknown as PaymentRequirements)
    : undefined
  if (price === undefined) {
    return refuse(
      'invalid_payment_requirements',
      'a network, a payee and an amount from 1 to 2^63 - 1 are required',
    )
  }
  const { scheme, network, payTo } = required as unknown as PaymentRequirements
  const carried = readCarried(payload)
  if (!carried.ok) return carried
  const { authorization } = carried
  if (authorization.amount === 0n || authorization.amount > MAX_AMOUNT) {
    return refuse('invalid_amount', 'the authorized amount is not from 1 to 2^63 - 1')
  }
  const stated = (payload as { readonly accepted?: JsonValue }).accepted
  const accepted = (isJsonObject(stated) ? stated : {}) as unknown as PaymentRequirements
  if (scheme !== SCHEME || accepted.scheme !== scheme) {
    return refuse('unsupported_scheme', 'the scheme is not the required one')
  }
  if (authorization.network !== network || accepted.network !== network) {
    return refuse('network_mismatch', 'the ledger is not the required one')
  }
  if (authorization.payTo !== payTo || accepted.payTo !== payTo) {
    return refuse('payee_mismatch', 'the payee is not the required one')
  }
  if (parseAmount(accepted.amount) !== authorization.amount || authorization.amount < price) {
    return refuse('invalid_amount', 'the amount is not the accepted one, or below the required one')
  }
  return { ok: true, payment: { ...carried, accepted } }
}

const requiredAmount = (required: PaymentRequirements): bigint | undefined => {
  const { network, payTo, amount } = required
  const isNamed = [network, payTo].every((text) => typeof text === 'string' && text !== '')
  return isNamed ? parseAmount(amount) || undefined : undefined
}
