import { code as DAG_CBOR } from '@ipld/dag-cbor'
import { base32 } from 'multiformats/bases/base32'
import { sha256 } from '../crypto/sha256.js'

/** A content identifier in its text form: CIDv1, base32 lower case, SHA-256. */
export type Cid = string & { readonly [cid]: true }
declare const cid: unique symbol

/** What the identified bytes are: `dag-cbor` for objects, requests and results, `raw` for attachments. */
export type Codec = 'dag-cbor' | 'raw'

const CODES: Record<Codec, number> = { 'dag-cbor': DAG_CBOR, raw: 0x55 }
const SHA2_256 = 0x12
const HEAD_LENGTH = 4
/** 36 bytes in base32: version, codec, hash code, hash length, hash. */
const OUR_SHAPE = /^b[a-z2-7]{58}$/

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
export const cidOf = (bytes: Uint8Array, codec: Codec = 'dag-cbor'): Cid => {
  const binary = new Uint8Array(HEAD_LENGTH + 32)
  binary[0] = 1
  binary[1] = CODES[codec]
  binary[2] = SHA2_256
  binary[3] = 32
  binary.set(sha256(bytes), HEAD_LENGTH)
  return base32.encode(binary) as string as Cid
}

/**
 * Reads the text form of a CID as {@link cidOf} writes it; undefined for any other spelling, version, codec or hash.
 *
 * @example
 * ```ts
 * import { Encoding } from 'anet-protocol'
 *
 * Encoding.parseCid('bafkreif2oxdrzwsd6eevltslywywuu3o4sgj2vkyvhkfjqyj2vycd3sbqm')
 * // 'bafkreif2oxdrzwsd6eevltslywywuu3o4sgj2vkyvhkfjqyj2vycd3sbqm': the same text, as a Cid
 * Encoding.parseCid('bafyreigoldenrequest') // undefined
 * ```
 */
export const parseCid = (text: string): Cid | undefined => {
  if (!OUR_SHAPE.test(text)) return undefined
  let binary: Uint8Array
  try {
    binary = base32.decode(text)
  } catch {
    return undefined
  }
  const [version, code, hash, length] = binary
  const isOurs =
    version === 1 &&
    (code === CODES['dag-cbor'] || code === CODES.raw) &&
    hash === SHA2_256 &&
    length === 32 &&
    base32.encode(binary) === text
  return isOurs ? (text as Cid) : undefined
}
