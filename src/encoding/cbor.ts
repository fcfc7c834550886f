import { decodeOptions, encodeOptions } from '@ipld/dag-cbor'
import {
  type DecodeOptions,
  decode as decodeTokens,
  type EncodeOptions,
  encode as encodeTokens,
  objectToTokens,
  Token,
  Tokenizer,
  Type,
} from 'cborg'
import { AnetError, type Result, refuse } from '../errors.js'
import { fromUtf8 } from './utf8.js'

/** A CBOR float. JavaScript has one number type; integers and floats are different values here. */
export type CborFloat = { readonly float: number }

/**
 * A value of CoreDet-CBOR. An integer is a `number` when it is safe and a `bigint` beyond, a float is
 * {@link CborFloat}, every map is a `Map`.
 */
export type CborValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | Uint8Array
  | CborFloat
  | readonly CborValue[]
  | ReadonlyMap<CborValue, CborValue>

/** The most arrays and maps that may be open at one point of a value. */
const MAX_OPEN = 32

/**
 * The CoreDet-CBOR bytes of a value (RFC 8949 section 4.2.1; PROTOCOL: CoreDet-CBOR). Map entries may come in any
 * order. A JavaScript number is written as an integer; a float is `{ float: 1.5 }`.
 *
 * @throws {@link AnetError} `BAD_INPUT` for what has no such bytes: a number that is no safe integer, -0, an integer
 * beyond -2^64 .. 2^64 - 1, NaN or an infinity, a lone surrogate, two equal keys, more than 32 open arrays and
 * maps, or a value of another type. `path` says where.
 * @example
 * ```ts
 * import { Encoding } from 'anet-protocol'
 *
 * const task = new Map([[1, 's1'], [3, 'do x']])
 * Encoding.toHex(Encoding.encodeCbor(new Map<number, Encoding.CborValue>([[1, new Map([[1, 1]])], [4, [task]]])))
 * // 'a201a101010481a2016273310364646f2078'
 * ```
 */
export const encodeCbor = (value: CborValue): Uint8Array => {
  assertEncodable(value, 0, '')
  return encode(value)
}

/**
 * Reads one CoreDet-CBOR value (RFC 8949 section 4.2.1; PROTOCOL: CoreDet-CBOR). What decodes encodes to the same
 * bytes again. Total: any input gets an answer, in time and memory linear in its length.
 *
 * Refusals: `MALFORMED_CBOR` for truncated input or bytes after the value, tags, undefined and other simple values,
 * indefinite lengths, integers, lengths or floats not in their shortest form, NaN and infinities, unsorted or
 * repeated map keys, invalid UTF-8, more than 32 open arrays and maps (32 pass).
 *
 * @example
 * ```ts
 * import { Encoding } from 'anet-protocol'
 *
 * Encoding.decodeCbor(Uint8Array.of(0xf9, 0x3c, 0x00)) // { ok: true, value: { float: 1 } }
 * Encoding.decodeCbor(Uint8Array.of(0x18, 0x01)) // { ok: false, code: 'MALFORMED_CBOR', … }: 1 in two bytes
 * ```
 */
export const decodeCbor = (bytes: Uint8Array): Result<{ readonly value: CborValue }, 'MALFORMED_CBOR'> => {
  try {
    return {
      ok: true,
      value: decodeTokens(bytes, { ...READING, tokenizer: coreDetTokenizer(bytes) }) as CborValue,
    }
  } catch (error) {
    return refuse('MALFORMED_CBOR', (error as Error).message.replace(/^CBOR decode error: /, ''))
  }
}

/** Whether a value is a CBOR map. */
export const isMap = (value: CborValue | undefined): value is ReadonlyMap<CborValue, CborValue> =>
  value instanceof Map

const WRITING: EncodeOptions = {
  ...encodeOptions,
  float64: false,
  typeEncoders: {
    ...encodeOptions.typeEncoders,
    Map: (map: ReadonlyMap<CborValue, CborValue>, _type, options) => {
      const entries = sortedEntries(map)
      return [
        new Token(Type.map, entries.length),
        entries.map(([key, value]) => [objectToTokens(key, options), objectToTokens(value, options)]),
      ]
    },
    Object: ({ float }: CborFloat) =>
      isHalfSubnormal(float) ? halfSubnormalTokens(float) : new Token(Type.float, float),
  },
}

const READING: DecodeOptions = {
  ...decodeOptions,
  allowUndefined: false,
  coerceUndefinedToNull: false,
  useMaps: true,
  rejectDuplicateMapKeys: false, // the key order, strictly ascending, already refuses them, whatever their type
  tags: {},
}

const encode = (value: CborValue): Uint8Array => encodeTokens(value, WRITING)

type Entry = readonly [CborValue, CborValue]

const sortedEntries = (map: ReadonlyMap<CborValue, CborValue>): readonly Entry[] => {
  const entries = [...map]
  // The keys of wire objects: small unsigned integers, whose encodings sort as the numbers do.
  const isSorted = entries.every(([key], i) => {
    const before = i === 0 ? -1 : entries[i - 1]![0]
    return typeof key === 'number' && typeof before === 'number' && key > before
  })
  if (isSorted) return entries
  const keyed = entries.map((entry) => ({ entry, key: encode(entry[0]) }))
  keyed.sort((a, b) => compareBytes(a.key, b.key))
  keyed.forEach(({ key }, i) => {
    if (i > 0 && compareBytes(keyed[i - 1]!.key, key) === 0) {
      throw new AnetError('BAD_INPUT', 'two keys of a CBOR map have the same encoding')
    }
  })
  return keyed.map(({ entry }) => entry)
}

const compareBytes = (a: Uint8Array, b: Uint8Array): number => {
  const length = Math.min(a.length, b.length)
  for (let i = 0; i < length; i++) {
    if (a[i] !== b[i]) return a[i]! - b[i]!
  }
  return a.length - b.length
}

/** Non-zero multiples of 2^-24 below 2^-14: cborg writes all but the powers of two one width too long. */
const isHalfSubnormal = (value: number): boolean =>
  value !== 0 && Math.abs(value) < 2 ** -14 && Number.isInteger(value * 2 ** 24)

/** The three bytes of a half-precision subnormal, each as a token of its own: cborg has no token for raw bytes. */
const halfSubnormalTokens = (value: number): Token[] => {
  const mantissa = Math.abs(value) * 2 ** 24
  return [0xf9, (value < 0 ? 0x80 : 0) | (mantissa >> 8), mantissa & 0xff].map((byte) => {
    // -1 is written as the major bits with 0 below them, so these "major bits" are the byte.
    const type = Object.assign(new Type(Type.negint.major, 'byte', true), { majorEncoded: byte })
    return new Token(type, -1)
  })
}

const assertEncodable = (value: CborValue, open: number, path: string): void => {
  const fail = (why: string): never => {
    throw new AnetError('BAD_INPUT', `no CoreDet-CBOR: ${why}`, path)
  }
  if (value === null || typeof value === 'boolean' || value instanceof Uint8Array) return
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value) || Object.is(value, -0)) {
      fail('a number that is no safe integer (write a float as { float }, a large integer as a bigint)')
    }
  } else if (typeof value === 'bigint') {
    if (value < -(2n ** 64n) || value >= 2n ** 64n) fail('an integer beyond -2^64 .. 2^64 - 1')
  } else if (typeof value === 'string') {
    if (!value.isWellFormed()) fail('a text with a lone surrogate')
  } else if (Array.isArray(value) || isMap(value)) {
    if (open === MAX_OPEN) fail(`more than ${MAX_OPEN} open arrays and maps`)
    for (const [key, item] of value.entries()) {
      const itemPath = typeof key === 'string' || typeof key === 'number' ? `${path}[${key}]` : `${path}[…]`
      if (isMap(value)) assertEncodable(key as CborValue, open + 1, itemPath)
      assertEncodable(item as CborValue, open + 1, itemPath)
    }
  } else if (!Number.isFinite((value as CborFloat | undefined)?.float)) {
    fail('a value that is no null, boolean, integer, finite float, text, bytes, array or Map')
  }
}

type Container = { readonly start: number; readonly isMap: boolean; left: number; key: Span | undefined }
type Span = { readonly start: number; readonly end: number }

/**
 * cborg's tokenizer with the rest of CoreDet: it refuses what cborg would repair or let pass (text that is not
 * UTF-8, floats not in their shortest form, unsorted keys, deep nesting), keeps U+FEFF, and keeps floats apart.
 */
const coreDetTokenizer = (bytes: Uint8Array): NonNullable<DecodeOptions['tokenizer']> => {
  const tokenizer = new Tokenizer(bytes, READING)
  const open: Container[] = []

  const itemEnded = (start: number, end: number): void => {
    for (let item: Span = { start, end }; ; item = { start: open.pop()!.start, end }) {
      const container = open.at(-1)
      if (container === undefined) return
      if (container.isMap && container.left % 2 === 0) {
        if (container.key !== undefined && !isAscending(bytes, container.key, item)) {
          throw new Error('map keys are unsorted or repeated')
        }
        container.key = item
      }
      container.left -= 1
      if (container.left > 0) return
    }
  }

  return {
    done: () => tokenizer.done(),
    pos: () => tokenizer.pos(),
    next: () => {
      const start = tokenizer.pos()
      const token = tokenizer.next()
      const end = tokenizer.pos()
      switch (token.type) {
        case Type.array:
        case Type.map: {
          if (open.length === MAX_OPEN) throw new Error(`more than ${MAX_OPEN} open arrays and maps`)
          const isMap = token.type === Type.map
          const left = isMap ? 2 * token.value : token.value
          if (left > 0) open.push({ start, isMap, left, key: undefined })
          else itemEnded(start, end)
          return token
        }
        case Type.string: {
          itemEnded(start, end)
          const length = end - start - headLength(bytes[start]!)
          // As many characters as bytes and none of them a replacement: ASCII, which cborg decoded faithfully.
          if (token.value.length === length && !token.value.includes('\uFFFD')) return token
          const text = fromUtf8(bytes.subarray(end - length, end))
          if (text === undefined) throw new Error('a text is not UTF-8')
          return new Token(Type.string, text, end - start)
        }
        case Type.float: {
          itemEnded(start, end)
          const value: CborFloat = { float: token.value }
          if (encode(value).length !== end - start) throw new Error('a float is not in its shortest form')
          return new Token(Type.float, value, end - start)
        }
        default:
          itemEnded(start, end)
          return token
      }
    },
  }
}

/** The bytes of an item's head by its first byte (RFC 8949 section 3). */
const headLength = (first: number): number => {
  const additional = first & 31
  return additional < 24 ? 1 : 1 + 2 ** (additional - 24)
}

const isAscending = (bytes: Uint8Array, a: Span, b: Span): boolean =>
  compareBytes(bytes.subarray(a.start, a.end), bytes.subarray(b.start, b.end)) < 0
