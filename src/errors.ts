/**
 * What a refusal looks like, and the one table of the codes a refusal may carry.
 *
 * Functions that read what a stranger sent return a {@link Result} and never throw. What the caller itself got
 * wrong (a 31-byte seed, a card not in publish form at signing) throws an {@link AnetError} with a code of the same table.
 */

/** The areas of the protocol, as the vectors' folders name them. */
export type Area = 'encoding' | 'identity' | 'card' | 'task' | 'receipt' | 'evidence' | 'payment'

type CodeEntry = { readonly area: Area; readonly meaning: string }

/**
 * Every code this library answers with, its area and its meaning. The vocabulary is constant: a code is never
 * renamed and never reused for another cause.
 *
 * @example
 * ```ts
 * import { CODES } from 'anet-protocol'
 *
 * CODES.KEL_FORK.meaning // 'the newer log differs from the older one at some event'
 * ```
 */
export const CODES = {
  BAD_INPUT: { area: 'encoding', meaning: 'the caller passed a value this function does not take' },
  MALFORMED_CBOR: { area: 'encoding', meaning: 'the bytes are not one CoreDet-CBOR value' },
  MALFORMED_JSON: { area: 'encoding', meaning: 'the bytes are not one strict I-JSON value' },

  KEL_MALFORMED: { area: 'identity', meaning: 'the bytes are not a list of signed events' },
  KEL_TOO_LARGE: { area: 'identity', meaning: 'the log has more bytes or events than the reader takes' },
  KEL_EMPTY: { area: 'identity', meaning: 'the log holds no event' },
  KEL_BAD_INCEPTION: { area: 'identity', meaning: 'the first event is no icp, or has a seq or a prev' },
  KEL_AID_MISMATCH: { area: 'identity', meaning: 'an event names another identifier, or an icp names any' },
  KEL_BAD_SEQ: { area: 'identity', meaning: 'the seq of an event is not that of the one before plus one' },
  KEL_BROKEN_LINK: { area: 'identity', meaning: 'the prev of an event is not the id of the one before' },
  KEL_AFTER_DEACTIVATION: { area: 'identity', meaning: 'an event follows the deactivation' },
  KEL_UNKNOWN_EVENT: { area: 'identity', meaning: 'the type of a later event is none of rot, ixn, drt, dip' },
  KEL_BAD_KEYS: {
    area: 'identity',
    meaning: 'an event has another number of keys, or a key of another length',
  },
  KEL_UNCOMMITTED_ROTATION: {
    area: 'identity',
    meaning: 'the key of a rotation is not the one the last establishment event committed to',
  },
  KEL_BAD_SIGNATURE: { area: 'identity', meaning: 'the signature of an event does not verify' },
  KEL_FORK: { area: 'identity', meaning: 'the newer log differs from the older one at some event' },
  KEL_ROLLBACK: { area: 'identity', meaning: 'the newer log is only the beginning of the older one' },
  UNKNOWN_AID: {
    area: 'identity',
    meaning: 'the key event log does not replay, or is that of another identifier',
  },
  KEY_STATE_DOWNGRADE: { area: 'identity', meaning: 'the signature names a key state beyond the log' },
  INVALID_SIGNATURE: { area: 'identity', meaning: 'the signature does not verify under the named key state' },
  REVOKED_KEY: { area: 'identity', meaning: 'the key state was retired when the object was signed' },
  UNSIGNED: { area: 'identity', meaning: 'the object carries no signature' },
  SEEDS_MISMATCH: { area: 'identity', meaning: 'a seed is not that of the key the log names or commits to' },

  INVALID_CARD: { area: 'card', meaning: 'the JSON is no usable agent card' },
  CARD_TOO_LARGE: { area: 'card', meaning: 'the card is over one of its limits' },
  NOT_PUBLISH_FORM: { area: 'card', meaning: 'the card is not in the form in which cards are signed' },
  BAD_SIGNATURE_HEADER: { area: 'card', meaning: 'the protected header of a signature is not acceptable' },
  BINDING_MISMATCH: {
    area: 'card',
    meaning: 'an interface or a signature names another agent than the card',
  },
  CARD_NOT_YET_VALID: {
    area: 'card',
    meaning: 'the card starts to be valid more than five minutes from now',
  },
  KEY_NOT_CURRENT: { area: 'card', meaning: 'the key that signed is not one the log names now' },
  KEL_UNAVAILABLE: {
    area: 'card',
    meaning: 'the key event log could not be had; validity is unknown, try again',
  },
  SEQ_ROLLBACK: { area: 'card', meaning: 'the card is older than one already seen' },
  SEQ_FORK: { area: 'card', meaning: 'another card with the same seq was already seen' },

  MALFORMED_TASK: { area: 'task', meaning: 'the bytes are no TaskDoc' },
  MALFORMED_DELEGATION: { area: 'task', meaning: 'the bytes are no delegation with a request to work on' },
  MALFORMED_RESULT: { area: 'task', meaning: 'the bytes are no ResultResp' },
  MALFORMED_CHAT: { area: 'task', meaning: 'the bytes are no ChatMsg' },
  MALFORMED_STATUS: { area: 'task', meaning: 'the bytes are no StatusMsg' },
  MALFORMED_ATTACHMENT: { area: 'task', meaning: 'the attachment is not what its size and CID say' },
  MALFORMED_CONVERSATION: { area: 'task', meaning: 'the bytes are no conversation record' },
  BODY_KEL_MISMATCH: {
    area: 'task',
    meaning: 'the log in the body is neither the resolved one nor a prefix of it',
  },

  MALFORMED_RECEIPT: { area: 'receipt', meaning: 'the bytes are no receipt' },
  SIGNER_MISMATCH: { area: 'receipt', meaning: 'the object is signed by another than it names' },
  PROVIDER_MISMATCH: { area: 'receipt', meaning: 'the receipt is of another provider than was asked' },
  REQUESTER_MISMATCH: { area: 'receipt', meaning: 'the receipt names another requester' },
  INTERACTION_MISMATCH: { area: 'receipt', meaning: 'the object names another interaction' },
  REQUEST_MISMATCH: { area: 'receipt', meaning: 'the receipt is over another request' },
  RESULT_MISMATCH: { area: 'receipt', meaning: 'the receipt is over another result' },
  KEL_UNREADABLE: { area: 'receipt', meaning: 'the log at hand does not decode or replay' },
  KEY_RETIRED_SAME_DAY: {
    area: 'receipt',
    meaning: 'the key was retired within the day the receipt names: whether before or after is not known',
  },
  MALFORMED_REVIEW: { area: 'receipt', meaning: 'the bytes are no review' },
  BAD_RATING: { area: 'receipt', meaning: 'the rating is not 1 to 5' },
  REVIEWER_MISMATCH: { area: 'receipt', meaning: 'the reviewer is not the requester of the receipt' },
  SUBJECT_MISMATCH: { area: 'receipt', meaning: 'the subject is not the provider of the receipt' },
  RECEIPT_CID_MISMATCH: { area: 'receipt', meaning: 'the review is of another receipt' },

  MALFORMED_RECORD: { area: 'evidence', meaning: 'the bytes are no event record' },
  CHAIN_QUARANTINED: { area: 'evidence', meaning: 'the chain forked: nothing may be relied on from it' },
  VERSION_UNSUPPORTED: { area: 'evidence', meaning: 'the record is of another major version' },
  ID_MISMATCH: { area: 'evidence', meaning: 'the id of the record is not the CID of what it says' },
  CHAIN_MISMATCH: { area: 'evidence', meaning: 'the record is of another chain' },
  BAD_GENESIS_PREV: { area: 'evidence', meaning: 'a chain starts with seq 0 and the genesis prev_id' },
  EQUIVOCATION: { area: 'evidence', meaning: 'another record was already seen at this seq' },
  PREV_LINK_BROKEN: { area: 'evidence', meaning: 'the prev_id of the record is not the id of the head' },
  IMPORT_BUFFER_FULL: { area: 'evidence', meaning: 'too many records wait for a gap to fill' },

  PRICE_ON_PUBLIC_CARD: {
    area: 'card',
    meaning: 'a card that states prices was to be signed as a public one',
  },
  INVALID_CONFIG: { area: 'card', meaning: 'the configuration has errors' },
  NO_PUBLIC_CARD: { area: 'card', meaning: 'no skill would be listed, so there is no public card' },
  not_configured: {
    area: 'card',
    meaning: 'the variant of the extended card states neither a price nor a further skill',
  },

  NO_PRICES: { area: 'payment', meaning: 'the card states no prices' },
  INVALID_PRICES: { area: 'payment', meaning: 'the price list of the card cannot be used' },
  MALFORMED_AUTHORIZATION: { area: 'payment', meaning: 'the bytes are no authorization' },
  BAD_WINDOW: { area: 'payment', meaning: 'the authorization ends before it begins, or never began' },
  EXPIRED: { area: 'payment', meaning: 'now is outside the time in which the object counts' },
  NOT_SETTLED: { area: 'payment', meaning: 'the facilitator says that the payment was not settled' },
  NETWORK_MISMATCH: { area: 'payment', meaning: 'the object is of another ledger' },
  PAYER_MISMATCH: { area: 'payment', meaning: 'the object names another payer' },
  AUTH_MISMATCH: { area: 'payment', meaning: 'the object is of another authorization' },
  PAYEE_MISMATCH: { area: 'payment', meaning: 'the object pays another' },
  AMOUNT_MISMATCH: { area: 'payment', meaning: 'the object is over another amount' },
  MALFORMED_VOUCHER: { area: 'payment', meaning: 'the bytes are no voucher' },
  CAPABILITY_MISMATCH: { area: 'payment', meaning: 'the voucher is for another capability' },
  NO_NONCE: { area: 'payment', meaning: 'the voucher has no nonce' },
  ARGS_MISMATCH: { area: 'payment', meaning: 'the voucher is for other arguments' },
  INVALID_LIMITS: { area: 'payment', meaning: 'a spending limit is no whole number from 0 to 2^64 - 1' },
  INVALID_TRANSITION: { area: 'payment', meaning: 'a payment cannot go from its state to that one' },

  invalid_quote: { area: 'payment', meaning: 'the quote is no readable PaymentRequired of x402 version 2' },
  quote_expired: { area: 'payment', meaning: 'the quote is past its end' },
  option_not_offered: { area: 'payment', meaning: 'the chosen option is none of those offered' },
  rail_not_payable: { area: 'payment', meaning: 'the option cannot be paid by this payer, or pays another' },
  option_not_chosen: { area: 'payment', meaning: 'there are several options and nobody chose' },
  invalid_amount: { area: 'payment', meaning: 'the amount is no whole decimal in range, or not enough' },
  needs_operator_approval: { area: 'payment', meaning: 'a person must decide' },
  no_signed_price: { area: 'payment', meaning: 'no usable signed price covers the quote' },
  above_signed_price: { area: 'payment', meaning: 'the quote is above the signed price' },
  already_signed: { area: 'payment', meaning: 'a payment of this task was already signed' },
  unknown_purpose: { area: 'payment', meaning: 'the purpose is none of those that spend' },
  zero_amount: { area: 'payment', meaning: 'nothing is to be paid' },
  over_single_limit: { area: 'payment', meaning: 'the amount is above the limit of one payment' },
  payees_unreadable: { area: 'payment', meaning: 'the list of payees cannot be read' },
  payee_not_allowed: { area: 'payment', meaning: 'the payee is not on the list' },
  over_agent_daily_limit: { area: 'payment', meaning: 'agents would spend above their daily limit' },
  over_daily_limit: { area: 'payment', meaning: 'the payment would go above the daily limit' },
  unreadable_amount: { area: 'payment', meaning: 'a record of a payment states no readable amount' },

  malformed_payment: { area: 'payment', meaning: 'the payment holds no readable authorization' },
  no_pending_quote: { area: 'payment', meaning: 'nothing was quoted for the task' },
  payee_mismatch: { area: 'payment', meaning: 'the payment pays another' },
  payer_mismatch: { area: 'payment', meaning: 'the payment is of another payer' },
  binding_mismatch: { area: 'payment', meaning: 'the payment is for another task' },
  network_mismatch: { area: 'payment', meaning: 'the payment is on another ledger, or by another scheme' },
  expired_payment: { area: 'payment', meaning: 'now is outside the window of the authorization' },
  settlement_failed: { area: 'payment', meaning: 'the offered option cannot be settled' },
  invalid_payment_requirements: { area: 'payment', meaning: 'what is required cannot be read' },
  unsupported_scheme: { area: 'payment', meaning: 'the scheme of the payment is not the required one' },
} as const satisfies Record<string, CodeEntry>

/** A code of {@link CODES}. */
export type Code = keyof typeof CODES

/**
 * A refusal: `code` says which rule failed, `detail` says it in a sentence, `path` names the member it failed at
 * (as in `skills[0].tags`), where there is one.
 */
export type Failure<C extends Code = Code> = {
  readonly ok: false
  readonly code: C
  readonly detail: string
  readonly path?: string
}

/** What a reader answers: `{ ok: true, … }` with the members of `T`, or a {@link Failure}. */
export type Result<T, C extends Code = Code> = ({ readonly ok: true } & T) | Failure<C>

/**
 * Builds a refusal.
 *
 * @example
 * ```ts
 * import { refuse } from 'anet-protocol'
 *
 * refuse('UNSIGNED', 'the card has no signature', 'signatures')
 * // { ok: false, code: 'UNSIGNED', detail: 'the card has no signature', path: 'signatures' }
 * ```
 */
export const refuse = <C extends Code>(code: C, detail: string, path?: string): Failure<C> =>
  path === undefined ? { ok: false, code, detail } : { ok: false, code, detail, path }

/**
 * What the caller got wrong. `code` and `path` are those of {@link Failure}; `message` is its `detail`.
 *
 * @example
 * ```ts
 * import { AnetError, Crypto } from 'anet-protocol'
 *
 * try {
 *   Crypto.publicKeyOf(new Uint8Array(31))
 * } catch (error) {
 *   error instanceof AnetError && error.code // 'BAD_INPUT'
 * }
 * ```
 */
export class AnetError extends Error {
  override readonly name = 'AnetError'
  readonly code: Code
  declare readonly path?: string

  constructor(code: Code, detail: string, path?: string) {
    super(detail)
    this.code = code
    if (path !== undefined) this.path = path
  }
}

/**
 * Turns a refusal of something the caller vouched for into an exception, and anything else into its value.
 *
 * @throws an {@link AnetError} with the code, detail and path of the refusal.
 * @example
 * ```ts
 * import { Encoding, orThrow } from 'anet-protocol'
 *
 * orThrow(Encoding.decodeCbor(Uint8Array.of(0x01))).value // 1
 * ```
 */
export const orThrow = <T>(result: Result<T>): { readonly ok: true } & T => {
  if (result.ok) return result
  throw new AnetError(result.code, result.detail, result.path)
}
