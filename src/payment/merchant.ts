import { fromBase64 } from '../encoding/base64.js'
import type { Cid } from '../encoding/cid.js'
import { MAX_AMOUNT, parseAmount } from '../encoding/decimal.js'
import { isJsonObject, type JsonValue } from '../encoding/json.js'
import { AnetError, type Failure, type Result, refuse } from '../errors.js'
import {
  type Authorization,
  isWindow,
  isWithin,
  type ReadAuthorization,
  readUnjudged,
} from './authorization.js'
import {
  bareOption,
  type PaymentPayload,
  type PaymentRequired,
  type PaymentRequirements,
  SCHEME,
  X402_VERSION,
} from './x402.js'

/** A payment that was submitted for a task, and what the merchant knows of the task. */
export type Submission = {
  /** The PaymentPayload as it came, parsed. */
  readonly payload: JsonValue
  /** The quote that is pending; undefined when none is. */
  readonly quoted: PaymentRequired | undefined
  /** When the quote ends, unix milliseconds; 0 when no end is known. */
  readonly quoteExpiresAt: bigint
  /** The merchant's AID. */
  readonly selfAid: string
  /** Who asked for the task. */
  readonly requesterAid: string
  /** The pay_bind of the task. */
  readonly bind: string
  /** Unix milliseconds. */
  readonly now: bigint
}

/** Why a payment is turned down before the facilitator sees it. */
export type MerchantCode =
  | 'malformed_payment'
  | 'network_mismatch'
  | 'no_pending_quote'
  | 'quote_expired'
  | 'payee_mismatch'
  | 'payer_mismatch'
  | 'binding_mismatch'
  | 'invalid_amount'
  | 'settlement_failed'
  | 'expired_payment'

/** What is sent on to the facilitator. */
export type Forwarded = {
  /** The id of the authorization. */
  readonly authId: Cid
  readonly authorization: Authorization
  /** The offered option, which alone sets the price, without resource, description or extra. */
  readonly requirements: PaymentRequirements
  /** The payment, of its payload only the authorization, without extra or extensions. */
  readonly payload: PaymentPayload
}

/**
 * Checks a submitted payment before it goes to the facilitator (PROTOCOL: Merchant's check). The signature is the facilitator's
 * to check; x402Version and the envelope are not judged here.
 *
 * Refusals, in this order: `malformed_payment` without `accepted`; `network_mismatch` for an unknown scheme; `malformed_payment`
 * for an authorization that does not decode; `no_pending_quote`; `quote_expired`; `payee_mismatch`; `payer_mismatch`;
 * `binding_mismatch`; `network_mismatch` when no offered option has this scheme and ledger; `invalid_amount`;
 * `settlement_failed` for an offered amount that cannot be read; `invalid_amount` below it; `expired_payment`.
 *
 * @throws an {@link AnetError}: `BAD_INPUT` for an empty bind.
 * @example
 * ```ts
 * import { Payment } from 'anet-protocol'
 *
 * const task = { quoteExpiresAt: 0n, selfAid: 'a', requesterAid: 'b', bind: '00', now: 1767225600000n }
 * Payment.checkSubmission({ payload: {}, quoted: undefined, ...task }) // { ok: false, code: 'malformed_payment', … }
 * ```
 */
export const checkSubmission = (submission: Submission): Result<Forwarded, MerchantCode> => {
  if (submission.bind === '') throw new AnetError('BAD_INPUT', 'a task has a bind', 'bind')
  const read = readPayment(submission.payload)
  if (!read.ok) return read
  const { accepted, authorization, id, encoded } = read
  const { quoted } = submission
  if (quoted === undefined) return refuse('no_pending_quote', 'nothing was quoted for the task')
  const party = partyFault(submission, accepted, authorization)
  if (party !== undefined) return party
  const offered = quoted.accepts.find(
    ({ scheme, network }) => scheme === accepted.scheme && network === authorization.network,
  )
  if (offered === undefined || accepted.network !== authorization.network) {
    return refuse('network_mismatch', 'no offered option is on the ledger of the payment')
  }
  const amount = amountFault(authorization, accepted, offered)
  if (amount !== undefined) return amount
  if (!isWindow(authorization) || !isWithin(submission.now, authorization)) {
    return refuse('expired_payment', 'now is outside the window of the authorization')
  }
  return {
    ok: true,
    authId: id,
    authorization,
    requirements: bareOption(offered),
    payload: {
      x402Version: X402_VERSION,
      accepted: bareOption(accepted),
      payload: { authorization: encoded },
    },
  }
}

/** A payment whose authorization decodes. */
export type ReadPayment = ReadAuthorization & {
  readonly accepted: PaymentRequirements
  /** The authorization as it came, base64. */
  readonly encoded: string
}

const readPayment = (payload: JsonValue): Result<ReadPayment, 'malformed_payment' | 'network_mismatch'> => {
  const accepted = isJsonObject(payload) ? payload.accepted : undefined
  if (!isJsonObject(accepted)) return refuse('malformed_payment', 'no option is accepted', 'accepted')
  if (accepted.scheme !== SCHEME)
    return refuse('network_mismatch', 'the scheme is not known', 'accepted.scheme')
  const read = readCarried(payload)
  return read.ok ? { ...read, accepted: accepted as unknown as PaymentRequirements } : read
}

/** The authorization that a payment carries. */
export const readCarried = (
  payload: JsonValue,
): Result<Omit<ReadPayment, 'accepted'>, 'malformed_payment'> => {
  const carried = isJsonObject(payload) ? payload.payload : undefined
  const encoded = isJsonObject(carried) ? carried.authorization : undefined
  const bytes = typeof encoded === 'string' ? fromBase64(encoded) : undefined
  const read = bytes && readUnjudged(bytes)
  return read === undefined
    ? refuse('malformed_payment', 'no readable authorization', 'payload.authorization')
    : { ok: true, ...read, encoded: encoded as string }
}

const partyFault = (
  { quoteExpiresAt, now, selfAid, requesterAid, bind }: Submission,
  accepted: PaymentRequirements,
  authorization: Authorization,
): Failure<MerchantCode> | undefined => {
  if (quoteExpiresAt !== 0n && now > quoteExpiresAt) {
    return refuse('quote_expired', `the quote ended at ${quoteExpiresAt}`)
  }
  if (authorization.payTo !== selfAid || accepted.payTo !== selfAid) {
    return refuse('payee_mismatch', 'the payment pays another')
  }
  if (authorization.payer !== requesterAid) {
    return refuse('payer_mismatch', 'the payer is not the requester of the task')
  }
  return (authorization.interactionId ?? '') === bind
    ? undefined
    : refuse('binding_mismatch', 'the payment is for another task')
}

const amountFault = (
  { amount }: Authorization,
  accepted: PaymentRequirements,
  offered: PaymentRequirements,
): Failure<MerchantCode> | undefined => {
  if (amount > MAX_AMOUNT) return refuse('invalid_amount', 'the authorized amount is above 2^63 - 1')
  if (parseAmount(accepted.amount) !== amount) {
    return refuse('invalid_amount', 'the authorized amount is not the accepted one')
  }
  const price = parseAmount(offered.amount)
  if (price === undefined) return refuse('settlement_failed', 'the offered amount cannot be read')
  return amount < price ? refuse('invalid_amount', `${amount} is below the offered ${price}`) : undefined
}
