/**
 * Ed25519, SHA-256 and base64 by Node's own engines (OpenSSL decides signatures exactly as PROTOCOL section 2 does).
 * `portable.ts` is the same for other runtimes.
 */
import { Buffer } from 'node:buffer'
import { createPrivateKey, createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto'

/**
 * Of some bytes, or of the UTF-8 bytes of a text. The digest comes as a string, since node:crypto makes a whole
 * ArrayBuffer for a digest in bytes.
 */
export const sha256 = (data: Uint8Array | string): Uint8Array => {
  const binary = hash('sha256', data, 'binary')
  const digest = new Uint8Array(32)
  for (let i = 0; i < digest.length; i++) digest[i] = binary.charCodeAt(i)
  return digest
}

export const verifyEd25519 = (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean => {
  const key = keyObject(publicKey)
  return key !== undefined && verify(null, message, key, signature)
}

export const signEd25519 = (seed: Uint8Array, message: Uint8Array): Uint8Array =>
  plain(sign(null, message, privateKey(seed)))

export const publicKeyOfSeed = (seed: Uint8Array): Uint8Array => {
  const { x } = createPublicKey(privateKey(seed)).export({ format: 'jwk' })
  return decodeBase64url(x as string)
}

export const encodeBase64 = (bytes: Uint8Array): string => view(bytes).toString('base64')

/** Of some bytes, or of the UTF-8 bytes of a text. */
export const encodeBase64url = (data: Uint8Array | string): string => view(data).toString('base64url')

/** Bytes to be filled, for use within this library: they lie in a pool, which costs less than a buffer of their own. */
export const scratch = (length: number): Uint8Array => Buffer.allocUnsafe(length)

/** The bytes of ASCII text, for use within this library like those of {@link scratch}. */
export const toAscii = (text: string): Uint8Array => Buffer.from(text, 'latin1')

/** Decodes text that its caller has already judged. */
export const decodeBase64 = (text: string): Uint8Array => plain(Buffer.from(text, 'base64'))

/** Decodes text that its caller has already judged. */
export const decodeBase64url = (text: string): Uint8Array => plain(Buffer.from(text, 'base64url'))

/** Making a key object costs a tenth of a verification or more, and few keys sign most of what a node reads. */
const KEY_OBJECTS_KEPT = 1024
const keyObjects = new Map<string, KeyObject>()

const keyObject = (publicKey: Uint8Array): KeyObject | undefined => {
  // A copy: a view of so few bytes makes the engine move them into an ArrayBuffer of their own first.
  const name = Buffer.from(publicKey).toString('latin1')
  const known = keyObjects.get(name)
  if (known !== undefined) return known
  let made: KeyObject
  const x = Buffer.from(name, 'latin1').toString('base64url')
  try {
    made = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  } catch {
    return undefined
  }
  if (keyObjects.size === KEY_OBJECTS_KEPT) keyObjects.delete(keyObjects.keys().next().value as string)
  keyObjects.set(name, made)
  return made
}

/** The fixed head of a PKCS #8 Ed25519 private key (RFC 8410 section 7); the 32-byte seed follows. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The bytes with the seed lie in no pool, and are wiped. */
const privateKey = (seed: Uint8Array): KeyObject => {
  const der = Buffer.alloc(PKCS8_HEAD.length + seed.length)
  der.set(PKCS8_HEAD)
  der.set(seed, PKCS8_HEAD.length)
  try {
    return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  } finally {
    der.fill(0)
  }
}

const view = (data: Uint8Array | string): Buffer =>
  typeof data === 'string' ? Buffer.from(data) : Buffer.from(data.buffer, data.byteOffset, data.length)

/** A copy that is no Buffer and holds on to no pool: what the library hands out is a plain Uint8Array. */
const plain = (bytes: Uint8Array): Uint8Array => new Uint8Array(bytes)
