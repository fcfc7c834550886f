import { code as DAG_CBOR } from '@ipld/dag-cbor'
import { CID } from 'multiformats/cid'
import { create as multihash } from 'multiformats/hashes/digest'
import { sha256 } from '../crypto/sha256.js'

/** A content identifier in its text form: CIDv1, base32 lower case, SHA-256. */
export type Cid = string & { readonly [cid]: true }
declare const cid: unique symbol

/** What the identified bytes are: `dag-cbor` for objects, requests and results, `raw` for attachments. */
export type Codec = 'dag-cbor' | 'raw'

const CODES: Record<Codec, number> = { 'dag-cbor': DAG_CBOR, raw: 0x55 }
const SHA2_256 = 0x12

/**
 * The CID of some bytes: `"b" + base32lower(0x01 ‖ codec ‖ 0x12 0x20 ‖ sha256(bytes))` (PROTOCOL: CID).
 *
 * @example
 * ```ts
 * import { Encoding } from 'anet-protocol'
 *
 * Encoding.cidOf(new TextEncoder().encode('anet-attachment-vector-1'), 'raw')
 * // 'bafkreif2oxdrzwsd6eevltslywywuu3o4sgj2vkyvhkfjqyj2vycd3sbqm'
 * ```
 */
export const cidOf = (bytes: Uint8Array, codec: Codec = 'dag-cbor'): Cid =>
  CID.createV1(CODES[codec], multihash(SHA2_256, sha256(bytes))).toString() as Cid

/**
 * Reads the text form of a CID as {@link cidOf} writes it; undefined for any other spelling, version, codec or hash.
 *
 * @example
 * ```ts
 * import { Encoding } from 'anet-protocol'
 *
 * Encoding.parseCid('bafkreif2oxdrzwsd6eevltslywywuu3o4sgj2vkyvhkfjqyj2vycd3sbqm') // the same text, as a Cid
 * Encoding.parseCid('bafyreigoldenrequest') // undefined
 * ```
 */
export const parseCid = (text: string): Cid | undefined => {
  try {
    const parsed = CID.parse(text)
    const isOurs =
      parsed.version === 1 &&
      (parsed.code === CODES['dag-cbor'] || parsed.code === CODES.raw) &&
      parsed.multihash.code === SHA2_256 &&
      parsed.multihash.size === 32 &&
      CID.createV1(parsed.code, multihash(SHA2_256, parsed.multihash.digest)).toString() === text
    return isOurs ? (text as Cid) : undefined
  } catch {
    return undefined
  }
}
