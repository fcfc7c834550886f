import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromHex } from '../../src/encoding/hex.js'
import * as node from '../../src/platform/node.js'
import * as portable from '../../src/platform/portable.js'
import edgeCases from '../crypto/edge-cases.json' with { type: 'json' }
import { allVectors } from '../vector-files.js'

const bytes = (hex: string): Uint8Array => fromHex(hex)!

const seed = fc.uint8Array({ minLength: 32, maxLength: 32 })
const message = fc.uint8Array({ maxLength: 300 })
const text = fc.string({ unit: 'binary', maxLength: 200 })

describe('both backends decide a signature alike', () => {
  it('on the 768 edge cases, 198 of them valid', () => {
    expect(edgeCases).toHaveLength(768)
    expect(edgeCases.filter(({ valid }) => valid)).toHaveLength(198)
    for (const { number, keyHex, msgHex, sigHex, valid } of edgeCases) {
      const signed = [bytes(keyHex), bytes(msgHex), bytes(sigHex)] as const
      expect([number, node.verifyEd25519(...signed)]).toEqual([number, valid])
      expect([number, portable.verifyEd25519(...signed)]).toEqual([number, valid])
    }
  })

  const vectors = allVectors().filter(({ op, expect }) => op === 'ed25519.verify' && 'ok' in expect)
  it.each(vectors.map((vector) => [vector.id, vector] as const))('%s', (_, { input, expect: expected }) => {
    const [publicKey, message, signature] = ['publicKeyHex', 'messageHex', 'signatureHex'].map((name) =>
      bytes(input[name] as string),
    ) as [Uint8Array, Uint8Array, Uint8Array]
    // Other lengths never reach a backend: crypto/ed25519.ts answers them.
    if (publicKey.length !== 32 || signature.length !== 64)
      return expect(expected).toEqual({ ok: { valid: false } })
    expect({ ok: { valid: node.verifyEd25519(publicKey, message, signature) } }).toEqual(expected)
    expect({ ok: { valid: portable.verifyEd25519(publicKey, message, signature) } }).toEqual(expected)
  })

  it('on signatures with a flipped bit', () => {
    fc.assert(
      fc.property(seed, message, fc.nat(64 * 8 - 1), (seed, message, bit) => {
        const publicKey = node.publicKeyOfSeed(seed)
        const signature = node.signEd25519(seed, message)
        signature[bit >> 3]! ^= 1 << (bit & 7)
        expect(node.verifyEd25519(publicKey, message, signature)).toBe(false)
        expect(portable.verifyEd25519(publicKey, message, signature)).toBe(false)
      }),
      { numRuns: 50 },
    )
  })

  it('on keys that are random bytes', () => {
    fc.assert(
      fc.property(
        seed,
        message,
        fc.uint8Array({ minLength: 64, maxLength: 64 }),
        (key, message, signature) => {
          expect(portable.verifyEd25519(key, message, signature)).toBe(
            node.verifyEd25519(key, message, signature),
          )
        },
      ),
      { numRuns: 50 },
    )
  })
})

describe('both backends give the same', () => {
  it('keys and signatures, which verify', () => {
    fc.assert(
      fc.property(seed, message, (seed, message) => {
        const publicKey = node.publicKeyOfSeed(seed)
        const signature = node.signEd25519(seed, message)
        expect(portable.publicKeyOfSeed(seed)).toEqual(publicKey)
        expect(portable.signEd25519(seed, message)).toEqual(signature)
        expect(node.verifyEd25519(publicKey, message, signature)).toBe(true)
        expect(portable.verifyEd25519(publicKey, message, signature)).toBe(true)
      }),
      { numRuns: 50 },
    )
  })

  it('hashes, of bytes and of texts', () => {
    fc.assert(
      fc.property(fc.oneof(message, text), (data) => {
        expect(portable.sha256(data)).toEqual(node.sha256(data))
      }),
    )
  })

  it('base64, of bytes and of texts, and back', () => {
    fc.assert(
      fc.property(message, text, (bytes, text) => {
        expect(portable.encodeBase64(bytes)).toBe(node.encodeBase64(bytes))
        expect(portable.encodeBase64url(bytes)).toBe(node.encodeBase64url(bytes))
        expect(portable.encodeBase64url(text)).toBe(node.encodeBase64url(text))
        for (const { decodeBase64, decodeBase64url } of [node, portable]) {
          expect(decodeBase64(node.encodeBase64(bytes))).toEqual(bytes)
          expect(decodeBase64url(node.encodeBase64url(bytes))).toEqual(bytes)
        }
      }),
    )
  })

  it('plain Uint8Arrays, of a buffer of their own', () => {
    const seed = new Uint8Array(32)
    for (const backend of [node, portable]) {
      const made = [
        backend.sha256('a'),
        backend.publicKeyOfSeed(seed),
        backend.signEd25519(seed, seed),
        backend.decodeBase64('AAAA'),
        backend.decodeBase64url('AAAA'),
      ]
      for (const bytes of made) {
        expect(Object.getPrototypeOf(bytes)).toBe(Uint8Array.prototype)
        expect(bytes.buffer.byteLength).toBe(bytes.length)
      }
    }
  })

  it('answers for parts of a larger buffer', () => {
    const whole = Uint8Array.from({ length: 200 }, (_, i) => i)
    const part = whole.subarray(5, 105)
    const seed = whole.subarray(7, 39)
    expect(node.sha256(part)).toEqual(portable.sha256(part.slice()))
    expect(node.encodeBase64(part)).toBe(portable.encodeBase64(part.slice()))
    expect(node.encodeBase64url(part)).toBe(portable.encodeBase64url(part.slice()))
    expect(node.signEd25519(seed, part)).toEqual(portable.signEd25519(seed.slice(), part.slice()))
  })
})
