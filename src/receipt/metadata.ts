import { fromBase64, toBase64 } from '../encoding/base64.js'
import { isJsonObject, type JsonObject, type JsonValue, memberOf } from '../encoding/json.js'
import { AnetError, type Result, refuse } from '../errors.js'
import { METADATA_KEYS, type TaskMetadata } from '../task/metadata.js'
import { RECEIPT_VERDICTS } from '../task/metadata-values.js'
import { type DecodedReceipt, dayOf, decode } from './receipt.js'

/** A verdict that a task keeps; a refused result is dropped, and keeps none. */
export type KeptVerdict = NonNullable<TaskMetadata['receiptVerified']>

/** The receipt of a completed task, as its metadata keeps it. */
export type KeptReceipt = {
  readonly verdict: KeptVerdict
  /** Absent when no receipt came. */
  readonly receipt?: DecodedReceipt
  /** The provider's log, as bytes. */
  readonly providerKel?: Uint8Array
}

/**
 * The metadata a completed task carries (PROTOCOL: Task metadata of a completed task): `anet.receipt_verified`, and with a
 * receipt `anet.receipt`, which shows neither requester nor interaction.
 *
 * @param kept - the receipt's bytes, undefined when none came; the provider's log, when it is to be kept
 * @throws an {@link AnetError}: `MALFORMED_RECEIPT` when the bytes are no receipt.
 * @example
 * ```ts
 * import { Receipt } from 'anet-protocol'
 *
 * Receipt.metadataOf({ verdict: 'unknown' }) // { 'anet.receipt_verified': 'unknown' }
 * ```
 */
export const metadataOf = ({
  verdict,
  receipt: encoded,
  providerKel,
}: {
  readonly verdict: KeptVerdict
  readonly receipt?: Uint8Array
  readonly providerKel?: Uint8Array
}): JsonObject => {
  const stated = { [METADATA_KEYS.receiptVerified]: verdict }
  if (encoded === undefined || encoded.length === 0) return stated
  const decoded = decode(encoded)
  if (!decoded.ok) throw new AnetError(decoded.code, decoded.detail, decoded.path)
  const shown = {
    receipt: toBase64(encoded),
    verified: verdict,
    ...shownOf(decoded),
    ...(providerKel === undefined ? {} : { provider_kel: toBase64(providerKel) }),
  }
  return { ...stated, [METADATA_KEYS.receipt]: shown }
}

/**
 * Reads back what {@link metadataOf} wrote.
 *
 * Refusals: `MALFORMED_RECEIPT` when there is no verdict that a task keeps, the receipt's bytes are none, or what stands
 * beside them is not what they say.
 *
 * @example
 * ```ts
 * import { Receipt } from 'anet-protocol'
 *
 * Receipt.readMetadata({ 'anet.receipt_verified': 'unknown' }) // { ok: true, kept: { verdict: 'unknown' } }
 * ```
 */
export const readMetadata = (
  metadata: JsonObject,
): Result<{ readonly kept: KeptReceipt }, 'MALFORMED_RECEIPT'> => {
  const fail = (why: string, path: string) => refuse('MALFORMED_RECEIPT', why, path)
  const verdict = RECEIPT_VERDICTS.find(
    (known) => known === memberOf(metadata, METADATA_KEYS.receiptVerified),
  )
  if (verdict === undefined) return fail('no verdict that a task keeps', METADATA_KEYS.receiptVerified)
  const shown = memberOf(metadata, METADATA_KEYS.receipt)
  if (shown === undefined) return { ok: true, kept: { verdict } }
  if (!isJsonObject(shown)) return fail('no object', METADATA_KEYS.receipt)
  const encoded = bytesOf(memberOf(shown, 'receipt'))
  if (encoded === undefined) return fail('no base64', `${METADATA_KEYS.receipt}.receipt`)
  const receipt = decode(encoded)
  if (!receipt.ok) return receipt
  for (const [name, value] of Object.entries({ ...shownOf(receipt), verified: verdict })) {
    if (memberOf(shown, name) !== value)
      return fail('not what the receipt says', `${METADATA_KEYS.receipt}.${name}`)
  }
  const carried = memberOf(shown, 'provider_kel')
  const providerKel = bytesOf(carried)
  if (carried !== undefined && providerKel === undefined) {
    return fail('no base64', `${METADATA_KEYS.receipt}.provider_kel`)
  }
  return { ok: true, kept: { verdict, receipt, ...(providerKel === undefined ? {} : { providerKel }) } }
}

const shownOf = ({ receipt, cid }: DecodedReceipt) => ({
  provider_aid: receipt.providerAid,
  request_cid: receipt.requestCid,
  result_cid: receipt.resultCid,
  completed_day: dayOf(receipt),
  receipt_cid: cid,
})

const bytesOf = (value: JsonValue | undefined): Uint8Array | undefined =>
  typeof value === 'string' ? fromBase64(value) : undefined
