import type { Cid } from '../encoding/cid.js'
import { always, int, Malformed, optional, schema, text, uint } from '../encoding/wire-object.js'
import { type Failure, type Result, refuse } from '../errors.js'
import type { Controller } from '../identity/controller.js'
import type { ReplayedKel } from '../identity/replay.js'
import { signatureFault, signedBy, signedObject, signerFault } from '../identity/signed-object.js'
import type { ObjectCode } from '../identity/verify-object.js'
import { PAYMENT_SKEW } from './authorization.js'
import { expectedHub } from './settlement.js'

const voucher = signedObject(
  schema({
    authId: always(1, text),
    payer: always(2, text),
    payTo: always(3, text),
    capability: always(4, text),
    amount: always(5, uint),
    network: always(6, text),
    notAfter: always(7, int),
    nonce: always(8, text),
    argsCid: optional(9, text),
  }),
)

/** A hub's word that one call is paid (PROTOCOL: Voucher): the amount in credits; `notAfter` in unix milliseconds, 0 is no end. */
export type Voucher = {
  readonly authId: string
  readonly payer: string
  readonly payTo: string
  readonly capability: string
  readonly amount: bigint
  readonly network: string
  readonly notAfter: bigint
  readonly nonce: string
  /** The CID of the only arguments that are paid; any, when it is not there. */
  readonly argsCid?: string
}

/**
 * Reads a voucher without verifying it; `id` is the CID of what was signed.
 *
 * Refusals: `MALFORMED_VOUCHER` when the bytes are none, or the envelope has another algorithm than EdDSA or a signature that
 * is not 64 bytes.
 *
 * @example
 * ```ts
 * import { Payment } from 'anet-protocol'
 *
 * Payment.readVoucher(Uint8Array.of(0xa0)) // { ok: false, code: 'MALFORMED_VOUCHER', … }
 * ```
 */
export const readVoucher = (
  encoded: Uint8Array,
): Result<{ readonly voucher: Voucher; readonly id: Cid }, 'MALFORMED_VOUCHER'> => {
  const read = voucher.decode(encoded)
  return read instanceof Malformed
    ? refuse('MALFORMED_VOUCHER', read.message, read.path)
    : { ok: true, voucher: read.fields, id: read.id }
}

/** The call that a voucher is to pay. */
export type PaidCall = {
  /** The provider's AID. */
  readonly payTo: string
  readonly capability: string
  /** "hub:" and the AID of the hub that keeps the ledger. */
  readonly network: string
  /** The CID of the call's arguments. */
  readonly argsCid?: string
}

/** Why a voucher does not pay a call. */
export type VoucherCode =
  | 'MALFORMED_VOUCHER'
  | 'UNSIGNED'
  | 'SIGNER_MISMATCH'
  | 'PAYEE_MISMATCH'
  | 'CAPABILITY_MISMATCH'
  | 'NETWORK_MISMATCH'
  | 'EXPIRED'
  | 'NO_NONCE'
  | 'ARGS_MISMATCH'
  | ObjectCode

/**
 * Checks that a hub's voucher pays a call (PROTOCOL: Voucher). Whether its nonce was used before is for the caller to know.
 *
 * Refusals, in this order: `MALFORMED_VOUCHER`; `UNSIGNED`; `SIGNER_MISMATCH` when not signed by the hub of the expected ledger;
 * `PAYEE_MISMATCH`; `CAPABILITY_MISMATCH`; `NETWORK_MISMATCH`; `EXPIRED` more than 120,000 ms after its end; `NO_NONCE`;
 * `ARGS_MISMATCH` when it states arguments and the call has others; then the codes of `Kel.verifyObject` as of now.
 *
 * @returns `unchecked`: "args" when the voucher states arguments and the call's were not given
 * @throws an `AnetError`: `BAD_INPUT` for an expected network that is not "hub:" and an AID.
 * @example
 * ```ts
 * import { Kel, Payment } from 'anet-protocol'
 *
 * const hub = Kel.incept({ seed: new Uint8Array(32) })
 * const call = { payTo: 'bafyc', capability: 'echo', network: Kel.networkOf(hub.kel.aid) }
 * const paid = { authId: 'bafya', payer: 'bafyb', amount: 3n, notAfter: 0n, nonce: '00' }
 * const voucher = Payment.signVoucher(hub, { ...call, ...paid })
 * Payment.verifyVoucher(voucher, call, { hubKel: hub.kel, now: 1767225600000n }).ok // true
 * ```
 */
export const verifyVoucher = (
  encoded: Uint8Array,
  call: PaidCall,
  { hubKel, now }: { readonly hubKel: Uint8Array | ReplayedKel; readonly now: bigint },
): Result<
  { readonly voucher: Voucher; readonly id: Cid; readonly unchecked: readonly 'args'[] },
  VoucherCode
> => {
  const hub = expectedHub(call.network)
  const read = voucher.decode(encoded)
  if (read instanceof Malformed) return refuse('MALFORMED_VOUCHER', read.message, read.path)
  const { fields, id } = read
  const fault = signerFault(read, hub) ?? callFault(fields, call, now) ?? signatureFault(read, hubKel, now)
  if (fault !== undefined) return fault
  const isUnchecked = fields.argsCid !== undefined && call.argsCid === undefined
  return { ok: true, voucher: fields, id, unchecked: isUnchecked ? ['args'] : [] }
}

const callFault = (stated: Voucher, call: PaidCall, now: bigint): Failure<VoucherCode> | undefined => {
  if (stated.payTo !== call.payTo) return refuse('PAYEE_MISMATCH', 'the voucher pays another provider')
  if (stated.capability !== call.capability) {
    return refuse('CAPABILITY_MISMATCH', 'the voucher is for another capability')
  }
  if (stated.network !== call.network) return refuse('NETWORK_MISMATCH', 'the voucher is of another ledger')
  if (stated.notAfter !== 0n && now > stated.notAfter + PAYMENT_SKEW) {
    return refuse('EXPIRED', `the voucher ended at ${stated.notAfter}`)
  }
  if (stated.nonce === '') return refuse('NO_NONCE', 'the voucher has no nonce')
  const hasOtherArgs =
    stated.argsCid !== undefined && call.argsCid !== undefined && stated.argsCid !== call.argsCid
  return hasOtherArgs ? refuse('ARGS_MISMATCH', 'the voucher is for other arguments') : undefined
}

/**
 * Signs a voucher as the hub.
 *
 * @throws an `AnetError`: `BAD_INPUT` for a member out of range; `REVOKED_KEY` when the identity is deactivated.
 * @example
 * ```ts
 * import { Kel, Payment } from 'anet-protocol'
 *
 * const hub = Kel.incept({ seed: new Uint8Array(32) })
 * const fields = { authId: 'a', payer: 'b', payTo: 'c', capability: 'echo', amount: 3n, network: 'hub:x' }
 * Payment.signVoucher(hub, { ...fields, notAfter: 0n, nonce: '00' }).length > 64 // true
 * ```
 */
export const signVoucher = (hub: Controller, fields: Voucher): Uint8Array => signedBy(voucher, hub, fields)
