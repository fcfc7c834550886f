/**
 * Ed25519, SHA-256 and base64 for any JavaScript runtime. `node.ts` does the same work, faster, on
 * Node; package.json's "imports" chooses between them, and the tests hold both to the same vectors.
 */
import { edwards } from '@noble/curves/abstract/edwards.js'
import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToNumberLE, concatBytes } from '@noble/curves/utils.js'
import { sha256 as sha256Of, sha512 } from '@noble/hashes/sha2.js'
import { base64pad, base64url } from 'multiformats/bases/base64'

/**
 * The points of edwards25519 (RFC 8032 section 5.1). Not those of `ed25519`, which would take its signing along into the
 * bundle of who only verifies.
 */
const Point = /* @__PURE__ */ (() =>
  edwards({
    p: 2n ** 255n - 19n,
    n: 2n ** 252n + 0x14def9dea2f79cd65812631a5cf5d3edn,
    h: 8n,
    a: 2n ** 255n - 20n,
    d: 0x52036cee2b6ffe738cc740797779e89800700a4d4141d8ab75eb4dca135978a3n,
    Gx: 0x216936d3cd6e53fec0a4e231fdd6dc5c692cc7609525a7b2c9562d608f25d51an,
    Gy: 0x6666666666666666666666666666666666666666666666666666666666666658n,
  }))()

/** Of some bytes, or of the UTF-8 bytes of a text. */
export const sha256 = (data: Uint8Array | string): Uint8Array => sha256Of(bytesOf(data))

/**
 * RFC 8032 section 5.1.7 without the cofactor, as OpenSSL decides it: S below L, A decoded leniently, and the 32
 * bytes of [S]B - [k]A equal to those of R.
 */
export const verifyEd25519 = (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean => {
  const r = signature.subarray(0, 32)
  const s = bytesToNumberLE(signature.subarray(32))
  const { Fn } = Point
  if (s >= Fn.ORDER) return false
  let a: InstanceType<typeof Point>
  try {
    a = Point.fromBytes(publicKey, true)
  } catch {
    return false
  }
  const k = Fn.create(bytesToNumberLE(sha512(concatBytes(r, publicKey, message))))
  const expected = Point.BASE.multiplyUnsafe(s).subtract(a.multiplyUnsafe(k)).toBytes()
  return expected.every((byte, i) => byte === r[i])
}

export const signEd25519 = (seed: Uint8Array, message: Uint8Array): Uint8Array => ed25519.sign(message, seed)

export const publicKeyOfSeed = (seed: Uint8Array): Uint8Array => ed25519.getPublicKey(seed)

export const encodeBase64 = (bytes: Uint8Array): string => base64pad.baseEncode(bytes)

/** Of some bytes, or of the UTF-8 bytes of a text. */
export const encodeBase64url = (data: Uint8Array | string): string => base64url.baseEncode(bytesOf(data))

/** Bytes to be filled. */
export const scratch = (length: number): Uint8Array => new Uint8Array(length)

/** The bytes of ASCII text. */
export const toAscii = (text: string): Uint8Array => utf8.encode(text)

/** Decodes text that its caller has already judged. */
export const decodeBase64 = (text: string): Uint8Array => base64pad.baseDecode(text)

/** Decodes text that its caller has already judged. */
export const decodeBase64url = (text: string): Uint8Array => base64url.baseDecode(text)

const utf8 = new TextEncoder()

const bytesOf = (data: Uint8Array | string): Uint8Array =>
  typeof data === 'string' ? utf8.encode(data) : data
