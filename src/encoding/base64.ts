import {
  decodeBase64 as decode,
  decodeBase64url as decodeUrl,
  encodeBase64 as encode,
  encodeBase64url as encodeUrl,
} from '#platform'

/**
 * Standard base64 with padding (RFC 4648 section 4), as receipts, authorizations and file contents are written.
 *
 * @example
 * ```ts
 * import { Encoding } from 'anet-protocol'
 *
 * Encoding.toBase64(Uint8Array.of(255)) // '/w=='
 * ```
 */
export const toBase64 = (bytes: Uint8Array): string => encode(bytes)

/**
 * The bytes of standard base64 with padding. One spelling per byte string: undefined for another alphabet, missing
 * padding, line breaks or non-zero trailing bits (PROTOCOL: Base64; stricter than Go, which skips line breaks).
 *
 * @example
 * ```ts
 * import { Encoding } from 'anet-protocol'
 *
 * Encoding.fromBase64('/w==') // Uint8Array [255]
 * Encoding.fromBase64('/x==') // undefined: the same byte, spelled with stray bits
 * ```
 */
export const fromBase64 = (text: string): Uint8Array | undefined =>
  text.length % 4 === 0 && isStrict(text.replace(/={1,2}$/, ''), /[^A-Za-z0-9+/]/) ? decode(text) : undefined

/**
 * Base64url without padding (RFC 4648 section 5, RFC 7515 section 2), as everything inside JOSE is written: of some
 * bytes, or of the UTF-8 bytes of a text.
 *
 * @example
 * ```ts
 * import { Encoding } from 'anet-protocol'
 *
 * Encoding.toBase64url(Uint8Array.of(255)) // '_w'
 * ```
 */
export const toBase64url = (bytes: Uint8Array | string): string => encodeUrl(bytes)

/**
 * The bytes of base64url without padding. One spelling per byte string: undefined for another alphabet, padding,
 * line breaks or non-zero trailing bits (PROTOCOL: Base64).
 *
 * @example
 * ```ts
 * import { Encoding } from 'anet-protocol'
 *
 * Encoding.fromBase64url('_w') // Uint8Array [255]
 * Encoding.fromBase64url('_w==') // undefined
 * ```
 */
export const fromBase64url = (text: string): Uint8Array | undefined =>
  isStrict(text, /[^A-Za-z0-9_-]/) ? decodeUrl(text) : undefined

/** The last of 2 characters over carries 4 unused bits, the last of 3 carries 2; they must be zero. */
const isStrict = (body: string, foreign: RegExp): boolean => {
  if (foreign.test(body)) return false
  const over = body.length % 4
  if (over === 0) return true
  return over !== 1 && (over === 2 ? 'AQgw' : 'AEIMQUYcgkosw048').includes(body.at(-1) as string)
}
