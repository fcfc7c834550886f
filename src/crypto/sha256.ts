import { sha256 as digest } from '#platform'

/**
 * SHA-256 (FIPS 180-4) of some bytes, or of the UTF-8 bytes of a text: 32 bytes.
 *
 * @example
 * ```ts
 * import { Crypto, Encoding } from 'anet-protocol'
 *
 * Encoding.toHex(Crypto.sha256(new Uint8Array())).slice(0, 8) // 'e3b0c442'
 * ```
 */
export const sha256 = (data: Uint8Array | string): Uint8Array => digest(data)
