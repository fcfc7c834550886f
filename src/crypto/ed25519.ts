import { publicKeyOfSeed, signEd25519, verifyEd25519 } from '#platform'
import { AnetError } from '../errors.js'

/**
 * Verifies an Ed25519 signature by one rule on every runtime: S below L, the public key decoded leniently, and
 * [S]B - [k]A equal to R byte for byte, without the cofactor (RFC 8032 section 5.1.7; PROTOCOL: Ed25519). On Node
 * OpenSSL decides, elsewhere the same rule on `@noble/curves`. Total: a key or a signature of another length does not
 * verify.
 *
 * @param publicKey - 32 bytes
 * @param message - the bytes signed
 * @param signature - 64 bytes, R ‖ S
 * @example
 * ```ts
 * import { Crypto } from 'anet-protocol'
 *
 * const seed = new Uint8Array(32).fill(7)
 * const message = new TextEncoder().encode('hello')
 * Crypto.verify(Crypto.publicKeyOf(seed), message, Crypto.sign(seed, message)) // true
 * ```
 */
export const verify = (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean =>
  publicKey.length === 32 && signature.length === 64 && verifyEd25519(publicKey, message, signature)

/**
 * Signs with a 32-byte seed (RFC 8032 section 5.1.6): deterministic, 64 bytes.
 *
 * @throws an {@link AnetError}: `BAD_INPUT` when the seed is not 32 bytes.
 * @example
 * ```ts
 * import { Crypto } from 'anet-protocol'
 *
 * Crypto.sign(new Uint8Array(32), Uint8Array.of(1, 2, 3)).length // 64
 * ```
 */
export const sign = (seed: Uint8Array, message: Uint8Array): Uint8Array =>
  signEd25519(checkedSeed(seed), message)

/**
 * The 32-byte public key of a 32-byte seed (RFC 8032 section 5.1.5).
 *
 * @throws an {@link AnetError}: `BAD_INPUT` when the seed is not 32 bytes.
 * @example
 * ```ts
 * import { Crypto } from 'anet-protocol'
 *
 * Crypto.publicKeyOf(new Uint8Array(32)).length // 32
 * ```
 */
export const publicKeyOf = (seed: Uint8Array): Uint8Array => publicKeyOfSeed(checkedSeed(seed))

const checkedSeed = (seed: Uint8Array): Uint8Array => {
  if (seed.length === 32) return seed
  throw new AnetError('BAD_INPUT', `an Ed25519 seed has 32 bytes, not ${seed.length}`)
}
