import { type CborValue, isMap } from '../encoding/cbor.js'
import type { Cid } from '../encoding/cid.js'
import { always, decodeBy, Malformed, type Reading, schema, text, uint } from '../encoding/wire-object.js'
import { AnetError, type Result, refuse } from '../errors.js'
import { type Controller, sign } from '../identity/controller.js'
import type { Envelope } from '../identity/envelope.js'
import { signedObject } from '../identity/signed-object.js'

/**
 * A receipt of form 1: who asked whom for what, when and in which interaction, and what came of it. Times are unix
 * milliseconds; the CIDs are texts that only the bytes at hand can confirm.
 */
export type Receipt1 = {
  readonly form: 1
  readonly interactionId: string
  readonly requesterAid: string
  readonly providerAid: string
  readonly requestCid: string
  readonly resultCid: string
  readonly completedAt: bigint
}

/**
 * A receipt of form 2 (protocol 0.3), which names neither the requester nor the interaction. The published documentation
 * of 0.3 names its members and neither their bytes nor their spelling: this layout is this library's own profile, tagged
 * `anet.receipt/2` so that another can stand beside it.
 */
export type Receipt2 = {
  readonly form: 2
  readonly providerAid: string
  readonly requestCid: string
  readonly resultCid: string
  /** Whole days since 1970-01-01 UTC, from 1 to 2,932,896 (9999-12-31). */
  readonly completedDay: number
}

/** A provider's statement that it answered a request with a result, in either form (PROTOCOL: Receipt). */
export type Receipt = Receipt1 | Receipt2

/** A receipt as it was read, with what it is identified and signed by. Nothing in it is verified. */
export type DecodedReceipt = {
  readonly receipt: Receipt
  /** The bytes that the signature is over. */
  readonly preimage: Uint8Array
  /** The CID of the preimage. */
  readonly cid: Cid
  /** Null when the receipt is not signed. */
  readonly envelope: Envelope | null
}

const form1 = signedObject(
  schema({
    interactionId: always(1, text),
    requesterAid: always(2, text),
    providerAid: always(3, text),
    requestCid: always(4, text),
    resultCid: always(5, text),
    completedAt: always(6, uint),
  }),
)

const FORM2_TAG = 'anet.receipt/2'

const form2 = signedObject(
  schema({
    tag: always(0, text),
    providerAid: always(1, text),
    requestCid: always(2, text),
    resultCid: always(3, text),
    completedDay: always(4, uint),
  }),
)

/** 9999-12-31, the last day that is written with four digits of year. */
const LAST_DAY = 2_932_896n

/** The milliseconds of a day. */
export const DAY = 86_400_000n

/**
 * Reads a receipt of either form. Neither its signer nor its signature is judged; unknown keys are ignored.
 *
 * Refusals: `MALFORMED_RECEIPT` when the bytes are none, the form is unknown, the time is 0 or the day is after 9999-12-31,
 * or the envelope has another algorithm than EdDSA or a signature that is not 64 bytes.
 *
 * @example
 * ```ts
 * import { Receipt } from 'anet-protocol'
 *
 * Receipt.decode(Uint8Array.of(0xf6)) // { ok: false, code: 'MALFORMED_RECEIPT', … }
 * ```
 */
export const decode = (encoded: Uint8Array): Result<DecodedReceipt, 'MALFORMED_RECEIPT'> => {
  const read = decodeBy(encoded, readForm)
  if (read instanceof Malformed) return refuse('MALFORMED_RECEIPT', read.message, read.path)
  const time = timeFault(read.receipt)
  if (time !== undefined) return refuse('MALFORMED_RECEIPT', time, 'preimage')
  const { receipt, preimage, cid, envelope } = read
  return { ok: true, receipt, preimage, cid, envelope }
}

/**
 * The bytes that a receipt's signature is over, and its CID is of.
 *
 * @throws an {@link AnetError}: `BAD_INPUT` for a member of another type or range.
 * @example
 * ```ts
 * import { Receipt } from 'anet-protocol'
 *
 * const receipt = { form: 2, providerAid: 'a', requestCid: 'b', resultCid: 'c', completedDay: 20454 } as const
 * Receipt.preimageOf(receipt).length // 30
 * ```
 */
export const preimageOf = (receipt: Receipt): Uint8Array =>
  receipt.form === 1 ? form1.preimageOf(receipt) : form2.preimageOf({ ...receipt, tag: FORM2_TAG })

/**
 * The bytes of a receipt with its signature, or without one (null).
 *
 * @throws an {@link AnetError}: `BAD_INPUT` for a member of another type or range; `MALFORMED_RECEIPT` for a time that
 * {@link decode} would refuse.
 * @example
 * ```ts
 * import { Receipt } from 'anet-protocol'
 *
 * const receipt = { form: 2, providerAid: 'a', requestCid: 'b', resultCid: 'c', completedDay: 20454 } as const
 * Receipt.decode(Receipt.encode(receipt, null)).ok // true
 * ```
 */
export const encode = (receipt: Receipt, signature: Envelope | null): Uint8Array => {
  const time = timeFault(receipt)
  if (time !== undefined) throw new AnetError('MALFORMED_RECEIPT', time)
  return receipt.form === 1
    ? form1.encode(receipt, signature)
    : form2.encode({ ...receipt, tag: FORM2_TAG }, signature)
}

/** A receipt to be issued: its provider is the controller that signs it. */
export type Issued<R> = Omit<R, 'providerAid'>

/**
 * Issues a receipt: the provider signs that it answered a request with a result.
 *
 * @param fields - the CIDs are `Task.requestCid` of the request's bytes as they came, and `Task.resultCid` of the
 * conversation record or the deliverable as it goes out
 * @throws an {@link AnetError}: `MALFORMED_RECEIPT` for a time of 0 or a day after 9999-12-31; `BAD_INPUT` for a member out of
 * range; `REVOKED_KEY` when the identity is deactivated.
 * @example
 * ```ts
 * import { Kel, Receipt } from 'anet-protocol'
 *
 * const provider = Kel.incept({ seed: new Uint8Array(32) })
 * const bytes = Receipt.issue(provider, { form: 2, requestCid: 'b', resultCid: 'c', completedDay: 20454 })
 * const read = Receipt.decode(bytes)
 * read.ok && read.receipt.providerAid === provider.kel.aid // true
 * ```
 */
export const issue = (provider: Controller, fields: Issued<Receipt1> | Issued<Receipt2>): Uint8Array => {
  const receipt: Receipt = { ...fields, providerAid: provider.kel.aid }
  return encode(receipt, sign(provider, preimageOf(receipt)))
}

/** The UTC day of a receipt, as in `2026-01-01`. */
export const dayOf = (receipt: Receipt): string => {
  const day = receipt.form === 1 ? receipt.completedAt / DAY : BigInt(receipt.completedDay)
  return new Date(Number((day > LAST_DAY ? LAST_DAY : day) * DAY)).toISOString().slice(0, 10)
}

const readForm = (value: CborValue, reading: Reading): DecodedReceipt => {
  const stating = isMap(value) ? value.get(1) : undefined
  const tag = isMap(stating) ? (stating.get(0) ?? null) : null
  if (tag === null) {
    const { fields, preimage, id, envelope } = form1.read(value, reading)
    return { receipt: { form: 1, ...fields }, preimage, cid: id, envelope }
  }
  if (tag !== FORM2_TAG) throw new Malformed('a form of receipt that is not known', ['preimage'])
  const { fields, preimage, id, envelope } = form2.read(value, reading)
  const { tag: _, completedDay, ...stated } = fields
  return {
    receipt: { form: 2, ...stated, completedDay: Number(completedDay) },
    preimage,
    cid: id,
    envelope,
  }
}

const timeFault = (receipt: Receipt): string | undefined => {
  const time = receipt.form === 1 ? receipt.completedAt : BigInt(receipt.completedDay)
  if (time === 0n) return 'a receipt says when the work was done'
  return receipt.form === 2 && time > LAST_DAY ? 'a day after 9999-12-31' : undefined
}
