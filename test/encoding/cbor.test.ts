import { Buffer } from 'node:buffer'
import * as dagCbor from '@ipld/dag-cbor'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CborValue, decodeCbor, encodeCbor } from '../../src/encoding/cbor.js'
import { toHex } from '../../src/encoding/hex.js'
import { AnetError } from '../../src/errors.js'
import { cborValue, wellFormedText } from './values.js'

/** Answers are given for any input, and what decodes is the only spelling of its value. */
const isTheOneSpelling = (bytes: Uint8Array): boolean => {
  const decoded = decodeCbor(bytes)
  if (!decoded.ok) {
    // An assertion costs many times as much as the comparison, and the exhaustive tests make many.
    if (decoded.code !== 'MALFORMED_CBOR') expect(decoded.code).toBe('MALFORMED_CBOR')
    return false
  }
  const again = encodeCbor(decoded.value)
  // Comparing hex is many times as fast as comparing typed arrays by toEqual.
  if (toHex(again) !== toHex(bytes)) expect(toHex(again)).toBe(toHex(bytes))
  return true
}

/** Heads and contents that make structure likely. */
const structural = fc.oneof(
  fc.constantFrom(
    ...[0x00, 0x17, 0x18, 0x1b, 0x20, 0x38, 0x40, 0x41, 0x58, 0x5f, 0x60, 0x61, 0x62, 0x7f],
    ...[0x80, 0x81, 0x82, 0x9f, 0xa0, 0xa1, 0xa2, 0xbf, 0xc0, 0xf4, 0xf6, 0xf7, 0xf9, 0xfa, 0xfb, 0xff],
  ),
  fc.nat(255),
)

describe('decodeCbor', () => {
  it('gives back the value that was encoded', () => {
    fc.assert(
      fc.property(cborValue, (value) => {
        expect(decodeCbor(encodeCbor(value))).toEqual({ ok: true, value })
      }),
      { numRuns: 500 },
    )
  })

  it('takes random bytes only as the one spelling of a value', () => {
    fc.assert(
      fc.property(fc.array(structural, { maxLength: 24 }), (bytes) => {
        isTheOneSpelling(Uint8Array.from(bytes))
      }),
      { numRuns: 5000 },
    )
  })

  it('takes every input of one or two bytes only as the one spelling of a value', () => {
    let taken = 0
    for (let first = 0; first < 256; first++) {
      if (isTheOneSpelling(Uint8Array.of(first))) taken += 1
      for (let second = 0; second < 256; second++) {
        if (isTheOneSpelling(Uint8Array.of(first, second))) taken += 1
      }
    }
    // One byte: 24 + 24 integers, 0x40, 0x60, 0x80, 0xa0 and false, true, null. Two bytes: 232 + 232 integers,
    // 256 byte strings, 128 texts, and one of the 55 values in an array.
    expect(taken).toBe(55 + 232 + 232 + 256 + 128 + 55)
  })

  it('takes every half-precision float but NaN and the infinities', () => {
    let taken = 0
    for (let half = 0; half < 65_536; half++) {
      if (isTheOneSpelling(Uint8Array.of(0xf9, half >> 8, half & 255))) taken += 1
    }
    expect(taken).toBe(65_536 - 2 * 1024)
  })

  it('takes a wider float only when it is not a narrower one', () => {
    const wide = (width: 4 | 8, value: number): Uint8Array => {
      const bytes = new Uint8Array(1 + width)
      bytes[0] = width === 4 ? 0xfa : 0xfb
      if (width === 4) new DataView(bytes.buffer).setFloat32(1, value)
      else new DataView(bytes.buffer).setFloat64(1, value)
      return bytes
    }
    const isHalf = (value: number): boolean => {
      const scaled = Math.abs(value) * 2 ** 24
      const width = Math.max(0, Math.floor(Math.log2(scaled)) - 10)
      return Number.isInteger(scaled / 2 ** width) && Math.abs(value) <= 65_504
    }
    for (let n = -2100; n <= 2100; n += 7) {
      for (const value of [n, n * 2 ** -24, n * 2 ** -20, n * 32, n / 1024]) {
        expect([value, isTheOneSpelling(wide(4, value))]).toEqual([value, !isHalf(value) && value !== 0])
        expect([value, isTheOneSpelling(wide(8, value))]).toEqual([value, false])
      }
    }
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(isTheOneSpelling(wide(8, value))).toBe(Math.fround(value) !== value)
      }),
    )
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, -0]) {
      expect(isTheOneSpelling(wide(4, value)) || isTheOneSpelling(wide(8, value))).toBe(false)
    }
  })

  it('takes a mutated encoding only as the one spelling of another value', () => {
    fc.assert(
      fc.property(cborValue, fc.nat(), fc.nat(255), fc.constantFrom(0, 1, 2), (value, at, byte, kind) => {
        const bytes = [...encodeCbor(value)]
        const index = at % bytes.length
        bytes.splice(index, kind === 1 ? 0 : 1, ...(kind === 2 ? [] : [byte]))
        isTheOneSpelling(Uint8Array.from(bytes))
      }),
      { numRuns: 2000 },
    )
  })

  it('refuses an encoding that was cut short or goes on', () => {
    fc.assert(
      fc.property(cborValue, fc.nat(), (value, at) => {
        const bytes = encodeCbor(value)
        expect(decodeCbor(bytes.subarray(0, at % bytes.length)).ok).toBe(false)
        expect(decodeCbor(Uint8Array.of(...bytes, 0)).ok).toBe(false)
      }),
    )
  })

  it('copies byte strings, whatever class of bytes they were read from', () => {
    const bytes = encodeCbor(Uint8Array.of(1, 2, 3))
    for (const input of [Buffer.from(bytes), bytes]) {
      const decoded = decodeCbor(input)
      input.fill(0)
      expect(decoded).toEqual({ ok: true, value: Uint8Array.of(1, 2, 3) })
    }
  })

  it('reads a part of a larger buffer', () => {
    const whole = Uint8Array.of(0xff, 0x61, 0x41, 0xff)
    expect(decodeCbor(whole.subarray(1, 3))).toEqual({ ok: true, value: 'A' })
  })
})

describe('encodeCbor', () => {
  it('gives a plain Uint8Array, of any length', () => {
    for (let length = 0; length < 9000; length += 37) {
      for (const value of ['a'.repeat(length), ['a'.repeat(length)], new Uint8Array(length)]) {
        expect(Object.getPrototypeOf(encodeCbor(value))).toBe(Uint8Array.prototype)
      }
    }
  })

  it('does not depend on the order of a map', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(cborValue, cborValue), { maxLength: 8 }), (entries) => {
        const byKey = new Map(entries.map((entry) => [toHex(encodeCbor(entry[0])), entry]))
        const unique = [...byKey.values()]
        expect(encodeCbor(new Map(unique))).toEqual(encodeCbor(new Map(unique.reverse())))
      }),
    )
  })

  it('sorts the keys of a map that stands inside other values', () => {
    const inner = new Map([
      ['b', 1],
      ['a', 2],
    ])
    expect(toHex(encodeCbor([['x'], inner]))).toBe('82816178a2616102616201')
    expect(toHex(encodeCbor(new Map<CborValue, CborValue>([[inner, inner]])))).toBe(
      'a1a2616102616201a2616102616201',
    )
  })

  const nan = { float: Number.NaN }
  it.each<[string, unknown, string]>([
    ['a fraction', new Map([[1, 1.5]]), '[1]'],
    ['an unsafe number', [0, 2 ** 53], '[1]'],
    ['-0', [-0], '[0]'],
    ['NaN', [[nan]], '[0][0]'],
    ['an infinity', { float: Number.POSITIVE_INFINITY }, ''],
    ['an integer of 65 bits', 2n ** 64n, ''],
    ['a lone surrogate', ['\ud800'], '[0]'],
    ['undefined', [undefined], '[0]'],
    ['a function', () => 1, ''],
    ['an object', { a: 1 }, ''],
    ['a symbol', Symbol('a'), ''],
  ])('throws BAD_INPUT for %s, and says where', (_, value, path) => {
    const encoding = () => encodeCbor(value as CborValue)
    expect(encoding).toThrow(AnetError)
    expect(encoding).toThrow(expect.objectContaining({ code: 'BAD_INPUT', path }))
  })

  it('throws BAD_INPUT for two keys with one encoding', () => {
    const map = new Map<CborValue, CborValue>([
      [1, 'a'],
      [1n, 'b'],
    ])
    expect(() => encodeCbor(map)).toThrow(expect.objectContaining({ code: 'BAD_INPUT' }))
  })

  it('throws BAD_INPUT for a value that holds itself', () => {
    const list: CborValue[] = []
    list.push(list)
    expect(() => encodeCbor(list)).toThrow(expect.objectContaining({ code: 'BAD_INPUT' }))
  })
})

describe('what CoreDet-CBOR and DAG-CBOR share', () => {
  const shared: fc.Arbitrary<CborValue> = fc.letrec<{ value: CborValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 5, depthSize: 'small' },
      fc.constantFrom(null, true, false),
      fc.maxSafeInteger(),
      fc.bigInt({ min: 2n ** 53n, max: 2n ** 64n - 1n }),
      fc.bigInt({ min: -(2n ** 64n), max: -(2n ** 53n) }),
      wellFormedText(),
      fc.uint8Array({ maxLength: 300 }),
      fc.array(tie('value'), { maxLength: 5 }),
      fc
        .array(fc.tuple(wellFormedText({ minLength: 1 }), tie('value')), { maxLength: 6 })
        .map((entries) => new Map(entries)),
    ),
  })).value

  it('is written and read as the same bytes', () => {
    fc.assert(
      fc.property(shared, (value) => {
        const bytes = encodeCbor(value)
        expect(toHex(dagCbor.encode(value))).toBe(toHex(bytes))
        expect(toHex(dagCbor.encode(dagCbor.decode(bytes)))).toBe(toHex(bytes))
      }),
      { numRuns: 1000 },
    )
  })
})
