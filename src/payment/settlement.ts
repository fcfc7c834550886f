import { fromBase64 } from '../encoding/base64.js'
import type { Cid } from '../encoding/cid.js'
import { parseAmount } from '../encoding/decimal.js'
import { always, int, Malformed, schema, text, uint } from '../encoding/wire-object.js'
import { AnetError, type Failure, type Result, refuse } from '../errors.js'
import type { Aid } from '../identity/aid.js'
import type { Controller } from '../identity/controller.js'
import { hubOf } from '../identity/network.js'
import type { ReplayedKel } from '../identity/replay.js'
import { signatureFault, signedBy, signedObject, signerFault } from '../identity/signed-object.js'
import type { ObjectCode } from '../identity/verify-object.js'
import type { SettlementResponse } from './x402.js'

const settlement = signedObject(
  schema({
    authId: always(1, text),
    payer: always(2, text),
    payTo: always(3, text),
    amount: always(4, uint),
    network: always(5, text),
    settleAt: always(6, int),
  }),
)

/** What a hub says it settled (PROTOCOL: Settlement receipt): the amount in credits, the time in unix milliseconds. */
export type SettlementReceipt = {
  readonly authId: string
  readonly payer: string
  readonly payTo: string
  readonly amount: bigint
  readonly network: string
  readonly settleAt: bigint
}

/**
 * Reads a settlement receipt without verifying it; `id` is the CID of what was signed.
 *
 * Refusals: `MALFORMED_RECEIPT` when the bytes are none, or the envelope has another algorithm than EdDSA or a signature that
 * is not 64 bytes.
 *
 * @example
 * ```ts
 * import { Payment } from 'anet-protocol'
 *
 * Payment.readSettlement(Uint8Array.of(0xa0)) // { ok: false, code: 'MALFORMED_RECEIPT', … }
 * ```
 */
export const readSettlement = (
  encoded: Uint8Array,
): Result<{ readonly receipt: SettlementReceipt; readonly id: Cid }, 'MALFORMED_RECEIPT'> => {
  const read = settlement.decode(encoded)
  return read instanceof Malformed
    ? refuse('MALFORMED_RECEIPT', read.message, read.path)
    : { ok: true, receipt: read.fields, id: read.id }
}

/** What was paid, as the one who paid, or was paid, knows it. */
export type Paid = {
  /** "hub:" and the AID of the hub that keeps the ledger. */
  readonly network: string
  readonly payer: string
  /** The id of the authorization. */
  readonly authId: string
  readonly payTo: string
  readonly amount: bigint
}

/** Why a settlement receipt proves nothing. */
export type SettlementCode =
  | 'NOT_SETTLED'
  | 'MALFORMED_RECEIPT'
  | 'UNSIGNED'
  | 'NETWORK_MISMATCH'
  | 'SIGNER_MISMATCH'
  | 'PAYER_MISMATCH'
  | 'AUTH_MISMATCH'
  | 'PAYEE_MISMATCH'
  | 'AMOUNT_MISMATCH'
  | ObjectCode

/**
 * Checks a settlement receipt against what was paid (PROTOCOL: Settlement receipt). A hub's valid signature alone proves no
 * payment: any hub can sign one that names its own ledger.
 *
 * Refusals, in this order, a response counting when it is given: `NOT_SETTLED` when it does not say success;
 * `MALFORMED_RECEIPT`; `UNSIGNED`; `NETWORK_MISMATCH` with the ledger expected, also in the response; `SIGNER_MISMATCH` when not
 * signed by the hub of that ledger; `PAYER_MISMATCH`; `AUTH_MISMATCH`, also with the response's transaction; `PAYEE_MISMATCH`;
 * `AMOUNT_MISMATCH`; then the codes of `Kel.verifyObject` as of now. A payer or amount in the response must agree too.
 *
 * @param options - the hub's log, the response, and now in unix milliseconds
 * @throws an {@link AnetError}: `BAD_INPUT` for an expected network that is not "hub:" and an AID.
 * @example
 * ```ts
 * import { Kel, Payment } from 'anet-protocol'
 *
 * const hub = Kel.incept({ seed: new Uint8Array(32) })
 * const paid = { network: Kel.networkOf(hub.kel.aid), payer: 'bafya', authId: 'bafyb', payTo: 'bafyc', amount: 3n }
 * const receipt = Payment.signSettlement(hub, { ...paid, settleAt: 1767225600000n })
 * Payment.verifySettlement(receipt, paid, { hubKel: hub.kel, now: 1767225600000n }).ok // true
 * Payment.verifySettlement(receipt, { ...paid, amount: 4n }, { hubKel: hub.kel, now: 1767225600000n }).ok // false
 * ```
 */
export const verifySettlement = (
  encoded: Uint8Array,
  paid: Paid,
  {
    hubKel,
    response,
    now,
  }: {
    readonly hubKel: Uint8Array | ReplayedKel
    readonly response?: SettlementResponse
    readonly now: bigint
  },
): Result<{ readonly receipt: SettlementReceipt }, SettlementCode> => {
  const hub = expectedHub(paid.network)
  if (response !== undefined && response.success !== true) {
    return refuse('NOT_SETTLED', 'the response does not say success', 'response.success')
  }
  const read = settlement.decode(encoded)
  if (read instanceof Malformed) return refuse('MALFORMED_RECEIPT', read.message, read.path)
  if (read.envelope === null) return refuse('UNSIGNED', 'the receipt has no signature')
  const receipt = read.fields
  if (receipt.network !== paid.network || differs(response?.network, paid.network)) {
    return refuse('NETWORK_MISMATCH', 'settled on another ledger')
  }
  const fault =
    signerFault(read, hub) ?? statementFault(receipt, paid, response) ?? signatureFault(read, hubKel, now)
  return fault ?? { ok: true, receipt }
}

const statementFault = (
  receipt: SettlementReceipt,
  paid: Paid,
  response: SettlementResponse | undefined,
): Failure<SettlementCode> | undefined => {
  if (receipt.payer !== paid.payer || differs(response?.payer, paid.payer)) {
    return refuse('PAYER_MISMATCH', 'settled for another payer')
  }
  if (receipt.authId !== paid.authId || differs(response?.transaction, paid.authId)) {
    return refuse('AUTH_MISMATCH', 'settled for another authorization')
  }
  if (receipt.payTo !== paid.payTo) return refuse('PAYEE_MISMATCH', 'settled to another payee')
  const stated = response?.amount
  if (receipt.amount !== paid.amount || (stated !== undefined && parseAmount(stated) !== paid.amount)) {
    return refuse('AMOUNT_MISMATCH', 'settled over another amount')
  }
  return undefined
}

const differs = (stated: string | undefined, expected: string): boolean =>
  stated !== undefined && stated !== expected

/** The hub that keeps an expected ledger. Throws `BAD_INPUT` for a text that names none. */
export const expectedHub = (network: string): Aid => {
  const hub = hubOf(network)
  if (hub === undefined) throw new AnetError('BAD_INPUT', 'a ledger is "hub:" and an AID', 'network')
  return hub
}

/**
 * Signs a settlement receipt as the hub.
 *
 * @throws an {@link AnetError}: `BAD_INPUT` for a member out of range; `REVOKED_KEY` when the identity is deactivated.
 * @example
 * ```ts
 * import { Kel, Payment } from 'anet-protocol'
 *
 * const hub = Kel.incept({ seed: new Uint8Array(32) })
 * const fields = { authId: 'bafya', payer: 'bafyb', payTo: 'bafyc', amount: 3n, network: 'hub:x', settleAt: 1n }
 * Payment.signSettlement(hub, fields).length > 64 // true
 * ```
 */
export const signSettlement = (hub: Controller, receipt: SettlementReceipt): Uint8Array =>
  signedBy(settlement, hub, receipt)

/** Where a settlement response carries the hub's receipt, base64. */
const RECEIPT_EXTENSION = 'anet.settlement.receipt'

/**
 * The hub's receipt in a settlement response; undefined when there is none that is strict base64.
 *
 * @example
 * ```ts
 * import { Payment } from 'anet-protocol'
 *
 * const response = { success: true, transaction: 'bafya', network: 'hub:x' }
 * Payment.receiptInResponse({ ...response, extensions: { 'anet.settlement.receipt': 'oA==' } }) // Uint8Array [160]
 * ```
 */
export const receiptInResponse = ({ extensions }: SettlementResponse): Uint8Array | undefined => {
  const stated = extensions?.[RECEIPT_EXTENSION]
  return typeof stated === 'string' ? fromBase64(stated) : undefined
}
