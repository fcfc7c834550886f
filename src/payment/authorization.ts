import { sha256 } from '../crypto/sha256.js'
import { toBase64 } from '../encoding/base64.js'
import type { Cid } from '../encoding/cid.js'
import { toHex } from '../encoding/hex.js'
import { always, int, Malformed, optional, schema, text, uint } from '../encoding/wire-object.js'
import { AnetError, type Result, refuse } from '../errors.js'
import type { Controller } from '../identity/controller.js'
import type { ReplayedKel } from '../identity/replay.js'
import { signatureFault, signedBy, signedObject, signerFault } from '../identity/signed-object.js'
import type { ObjectCode } from '../identity/verify-object.js'
import { takeDecision } from './decision.js'
import type { PayDecision } from './evaluate-quote.js'
import { bareOption, type PaymentPayload, X402_VERSION } from './x402.js'

const authorization = signedObject(
  schema({
    payer: always(1, text),
    payTo: always(2, text),
    amount: always(3, uint),
    network: always(4, text),
    nonce: always(5, text),
    issuedAt: always(6, int),
    notAfter: always(7, int),
    interactionId: optional(8, text),
  }),
)

/** A payment that its payer allows (PROTOCOL: Authorization): the amount in credits, times in unix milliseconds. */
export type Authorization = {
  readonly payer: string
  readonly payTo: string
  readonly amount: bigint
  readonly network: string
  readonly nonce: string
  readonly issuedAt: bigint
  readonly notAfter: bigint
  /** For a task, its {@link payBind}. */
  readonly interactionId?: string
}

/** How long an authorization lives, milliseconds. */
const LIFETIME = 300_000n

/** How far the clocks of payer, merchant and hub may be apart, milliseconds. */
export const PAYMENT_SKEW = 120_000n

/**
 * Whether a time lies in a window, with the clocks' skew on both sides; computed without overflow, since not_after may be
 * 2^63 - 1.
 */
export const isWithin = (
  now: bigint,
  { issuedAt, notAfter }: Pick<Authorization, 'issuedAt' | 'notAfter'>,
): boolean => now >= issuedAt - PAYMENT_SKEW && now <= notAfter + PAYMENT_SKEW

/** Whether a window began, and ends after it began. */
export const isWindow = ({ issuedAt, notAfter }: Pick<Authorization, 'issuedAt' | 'notAfter'>): boolean =>
  issuedAt > 0n && notAfter > issuedAt

/** An authorization as it was read, with its id. Nothing in it is verified. */
export type ReadAuthorization = { readonly authorization: Authorization; readonly id: Cid }

/**
 * Reads an authorization without verifying it.
 *
 * Refusals: `MALFORMED_AUTHORIZATION` when the bytes are none, or the envelope has another algorithm than EdDSA or a signature
 * that is not 64 bytes.
 *
 * @example
 * ```ts
 * import { Payment } from 'anet-protocol'
 *
 * Payment.readAuthorization(Uint8Array.of(0xa0)) // { ok: false, code: 'MALFORMED_AUTHORIZATION', … }
 * ```
 */
export const readAuthorization = (
  encoded: Uint8Array,
): Result<ReadAuthorization, 'MALFORMED_AUTHORIZATION'> => {
  const read = authorization.decode(encoded)
  return read instanceof Malformed
    ? refuse('MALFORMED_AUTHORIZATION', read.message, read.path)
    : { ok: true, authorization: read.fields, id: read.id }
}

/** What an authorization says, whatever its envelope: undefined when it says nothing readable. */
export const readUnjudged = (encoded: Uint8Array): ReadAuthorization | undefined => {
  const read = authorization.decode(encoded)
  return read instanceof Malformed ? undefined : { authorization: read.fields, id: read.id }
}

/**
 * Verifies a payer's authorization as of now (PROTOCOL: Authorization). Amount, ledger, payee and interaction are reported, not
 * judged.
 *
 * Refusals, in this order: `MALFORMED_AUTHORIZATION`; `UNSIGNED`; `SIGNER_MISMATCH` when not signed by the payer; `BAD_WINDOW`
 * when issued_at is not above 0 or not_after not above it; `EXPIRED` when now is outside the window, early or late, by more
 * than 120,000 ms; then the codes of `Kel.verifyObject`.
 *
 * @param options - the payer's log, and now in unix milliseconds
 * @example
 * ```ts
 * import { Kel, Payment } from 'anet-protocol'
 *
 * const { kel } = Kel.incept({ seed: new Uint8Array(32) })
 * Payment.verifyAuthorization(Uint8Array.of(0xa0), { kel, now: 1n }) // { ok: false, code: 'MALFORMED_AUTHORIZATION', … }
 * ```
 */
export const verifyAuthorization = (
  encoded: Uint8Array,
  { kel, now }: { readonly kel: Uint8Array | ReplayedKel; readonly now: bigint },
): Result<
  ReadAuthorization,
  'MALFORMED_AUTHORIZATION' | 'UNSIGNED' | 'SIGNER_MISMATCH' | 'BAD_WINDOW' | 'EXPIRED' | ObjectCode
> => {
  const read = authorization.decode(encoded)
  if (read instanceof Malformed) return refuse('MALFORMED_AUTHORIZATION', read.message, read.path)
  const { fields } = read
  const signer = signerFault(read, fields.payer)
  if (signer !== undefined) return signer
  if (!isWindow(fields)) return refuse('BAD_WINDOW', 'the window ends before it begins, or never began')
  if (!isWithin(now, fields)) return refuse('EXPIRED', 'now is outside the window of the authorization')
  return signatureFault(read, kel, now) ?? { ok: true, authorization: fields, id: read.id }
}

/** A payment that was signed, ready to be sent. */
export type SignedPayment = {
  readonly authorization: Authorization
  /** The CID of what was signed. */
  readonly id: Cid
  /** What is sent as `x402.payment.payload`. */
  readonly payload: PaymentPayload
}

/**
 * Signs the payment that was decided on: the frozen option of the decision, never the quote read again. A decision is signed
 * once, within a minute, and as it was made. Keep its ledger before the payment is sent.
 *
 * @param options - `nonce`: 12 random bytes, fresh for each payment; `now` in unix milliseconds; `bind`: for a task, its
 * {@link payBind}
 * @throws an {@link AnetError}: `BAD_INPUT` for a nonce of another length, an empty bind, or a decision that `Quote.evaluate` did not
 * make, that was signed before, or that is out of its time; `REVOKED_KEY` when the identity is deactivated.
 * @example
 * ```ts
 * import { Kel, Payment, Quote, Spending } from 'anet-protocol'
 *
 * const payer = Kel.incept({ seed: new Uint8Array(32) })
 * const decision = Quote.evaluate({
 *   required: Quote.build([{ network: 'hub:bafyreihub', amount: 3n, payTo: 'bafyreicg' }]),
 *   task: { kind: 'text' },
 *   providerAid: 'bafyreicg',
 *   purpose: 'task-manual',
 *   payableNetworks: ['hub:bafyreihub'],
 *   limits: Spending.DEFAULT_LIMITS,
 *   payees: 'off',
 *   ledger: [],
 *   now: 1767225600000n,
 * })
 * if (decision.decision !== 'pay') throw new Error(decision.detail)
 * const bind = Payment.payBind('ix-1', 'AAAAAAAAAAAAAAAAAAAAAA')
 * const signed = Payment.authorize(payer, decision, { nonce: new Uint8Array(12), now: 1767225600000n, bind })
 * signed.authorization.amount // 3n
 * ```
 */
export const authorize = (
  payer: Controller,
  decision: PayDecision,
  { nonce, now, bind }: { readonly nonce: Uint8Array; readonly now: bigint; readonly bind?: string },
): SignedPayment => {
  if (nonce.length !== 12) throw new AnetError('BAD_INPUT', 'the nonce of a payment has 12 bytes', 'nonce')
  if (now <= 0n) throw new AnetError('BAD_INPUT', 'a time is above 0', 'now')
  if (bind === '') throw new AnetError('BAD_INPUT', 'a task has a bind', 'bind')
  takeDecision(decision, now)
  const { option, amount } = decision
  const fields: Authorization = {
    payer: payer.kel.aid,
    payTo: option.payTo,
    amount,
    network: option.network,
    nonce: toHex(nonce),
    issuedAt: now,
    notAfter: now + LIFETIME,
    ...(bind === undefined ? {} : { interactionId: bind }),
  }
  const encoded = signedBy(authorization, payer, fields)
  const { id } = authorization.decode(encoded) as { readonly id: Cid }
  return {
    authorization: fields,
    id,
    payload: {
      x402Version: X402_VERSION,
      accepted: bareOption(option),
      payload: { authorization: toBase64(encoded) },
    },
  }
}

/**
 * What binds an authorization to a task: the hex of SHA-256 over "anet/x402-bind/v1", the interaction id and the task's nonce as
 * it is written, parted by zero bytes.
 *
 * @throws an {@link AnetError}: `BAD_INPUT` for an empty part, or one with U+0000: two tasks would share a bind.
 * @example
 * ```ts
 * import { Payment } from 'anet-protocol'
 *
 * Payment.payBind('ix-1', 'AAAAAAAAAAAAAAAAAAAAAA').length // 64
 * ```
 */
export const payBind = (interactionId: string, taskNonce: string): string => {
  for (const [name, part] of Object.entries({ interactionId, taskNonce })) {
    if (part === '' || part.includes('\0') || !part.isWellFormed()) {
      throw new AnetError('BAD_INPUT', 'interaction id and nonce must not be empty or hold U+0000', name)
    }
  }
  return toHex(sha256(`anet/x402-bind/v1\0${interactionId}\0${taskNonce}`))
}
