import { decodeOptions, encodeOptions } from '@ipld/dag-cbor'
import {
  type DecodeOptions,
  type EncodeOptions,
  encode as encodeTokens,
  objectToTokens,
  Token,
  Tokenizer,
  Type,
  tokensToObject,
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
 * @throws an {@link AnetError}: `BAD_INPUT` for what has no such bytes: a number that is no safe integer, -0, an integer
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
  assertEncodable(value)
  return isOrdered(value) ? encode(value, WRITING_IN_ORDER) : encode(ordered(value))
}

/**
 * Reads one CoreDet-CBOR value (RFC 8949 section 4.2.1; PROTOCOL: CoreDet-CBOR). What decodes encodes to the same
 * bytes again. Total: any input gets an answer, in time and memory linear in its length.
 *
 * Refusals: `MALFORMED_CBOR` for truncated input or bytes after the value, tags, undefined and other simple values,
 * indefinite lengths, integers, lengths or floats not in their shortest form, NaN and infinities, unsorted or
 * repeated map keys, invalid UTF-8, more than 32 open arrays and maps (32 pass), more than `maxBytes`.
 *
 * @example
 * ```ts
 * import { Encoding } from 'anet-protocol'
 *
 * Encoding.decodeCbor(Uint8Array.of(0xf9, 0x3c, 0x00)) // { ok: true, value: { float: 1 } }
 * Encoding.decodeCbor(Uint8Array.of(0x18, 0x01)) // { ok: false, code: 'MALFORMED_CBOR', … }: 1 in two bytes
 * ```
 */
export const decodeCbor = (
  bytes: Uint8Array,
  { maxBytes = Number.POSITIVE_INFINITY }: { readonly maxBytes?: number } = {},
): Result<{ readonly value: CborValue }, 'MALFORMED_CBOR'> => {
  if (bytes.length > maxBytes) return refuse('MALFORMED_CBOR', `more than ${maxBytes} bytes`)
  const encoded = plainView(bytes)
  try {
    const tokenizer = coreDetTokenizer(encoded)
    // Not by cborg's `decode`, which copies its options each time: that takes a third of reading a receipt.
    const value: CborValue | symbol = tokensToObject(tokenizer, READING)
    if (typeof value === 'symbol') throw new Error('no value') // cborg's sign for the end of the bytes
    if (!tokenizer.done()) throw new Error('bytes after the value')
    return { ok: true, value }
  } catch (error) {
    return refuse('MALFORMED_CBOR', (error as Error).message.replace(/^CBOR decode error: /, ''))
  }
}

/**
 * A copy of the item that starts somewhere in bytes that {@link decodeCbor} accepts. CoreDet is deterministic: these are the
 * bytes that encoding the item's value gives.
 */
export const itemAt = (bytes: Uint8Array, start: number): Uint8Array =>
  plainView(bytes).slice(start, itemEnd(bytes, start))

/** Where an item of such bytes ends. */
export const itemEnd = (bytes: Uint8Array, start: number): number => {
  let end = start
  for (let left = 1; left > 0; left--) {
    const first = bytes[end]!
    const bodyStart = end + headLength(first)
    let argument = first & 31
    if (bodyStart > end + 1) argument = 0
    for (end += 1; end < bodyStart; end++) argument = argument * 256 + bytes[end]!
    const major = first >> 5
    if (major === Type.bytes.major || major === Type.string.major) end += argument
    else if (major === Type.array.major) left += argument
    else if (major === Type.map.major) left += 2 * argument
  }
  return end
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
      return [
        new Token(Type.map, map.size),
        [...map].map(([key, value]) => [objectToTokens(key, options), objectToTokens(value, options)]),
      ]
    },
    Object: ({ float }: CborFloat) =>
      isHalfSubnormal(float) ? halfSubnormalTokens(float) : new Token(Type.float, float),
  },
}

/** For values whose maps are in order: cborg writes their entries as it meets them, without a list of tokens. */
const { Map: _, ...encodersInOrder } = WRITING.typeEncoders!
const WRITING_IN_ORDER: EncodeOptions = { ...WRITING, typeEncoders: encodersInOrder }

const READING: DecodeOptions = {
  ...decodeOptions,
  allowUndefined: false,
  coerceUndefinedToNull: false,
  useMaps: true,
  rejectDuplicateMapKeys: false, // the key order, strictly ascending, already refuses them, whatever their type
  tags: {},
}

/** A copy: cborg's bytes lie in the runtime's pool, among bytes that are nobody else's business. */
const encode = (value: CborValue, options = WRITING): Uint8Array =>
  new Uint8Array(encodeTokens(value, options))

/** The same bytes as no Buffer, whose `slice` does not copy: what is read must not change when its input does. */
const plainView = (bytes: Uint8Array): Uint8Array =>
  bytes.constructor === Uint8Array ? bytes : new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length)

/** Whether the keys of every map ascend as those of wire objects do: small unsigned integers sort as their encodings. */
const isOrdered = (value: CborValue): boolean => {
  if (Array.isArray(value)) return value.every(isOrdered)
  if (!isMap(value)) return true
  let before = -1
  for (const [key, item] of value) {
    if (typeof key !== 'number' || key <= before || !isOrdered(item)) return false
    before = key
  }
  return true
}

/** A value with the entries of its maps in order, made before writing: cborg's one writer cannot write a key meanwhile. */
const ordered = (value: CborValue): CborValue => {
  if (Array.isArray(value)) return value.map(ordered)
  if (!isMap(value)) return value
  const entries = [...value].map(([key, item]) => {
    const orderedKey = ordered(key)
    return { bytes: encode(orderedKey), entry: [orderedKey, ordered(item)] as const }
  })
  entries.sort((a, b) => compareBytes(a.bytes, b.bytes))
  entries.forEach(({ bytes }, i) => {
    if (i > 0 && compareBytes(entries[i - 1]!.bytes, bytes) === 0) {
      throw new AnetError('BAD_INPUT', 'two keys of a CBOR map have the same encoding')
    }
  })
  return new Map(entries.map(({ entry }) => entry))
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

const assertEncodable = (value: CborValue): void => {
  const problem = problemOf(value, 0)
  if (problem !== undefined) throw new AnetError('BAD_INPUT', `no CoreDet-CBOR: ${problem.why}`, problem.path)
}

type Problem = { readonly why: string; readonly path: string }

const problemOf = (value: CborValue, open: number): Problem | undefined => {
  const fail = (why: string): Problem => ({ why, path: '' })
  if (value === null || typeof value === 'boolean' || value instanceof Uint8Array) return undefined
  if (typeof value === 'number') {
    return Number.isSafeInteger(value) && !Object.is(value, -0)
      ? undefined
      : fail('a number that is no safe integer (write a float as { float }, a large integer as a bigint)')
  }
  if (typeof value === 'bigint') {
    return value >= -(2n ** 64n) && value < 2n ** 64n
      ? undefined
      : fail('an integer beyond -2^64 .. 2^64 - 1')
  }
  if (typeof value === 'string') {
    return value.isWellFormed() ? undefined : fail('a text with a lone surrogate')
  }
  if (Array.isArray(value) || isMap(value)) {
    if (open === MAX_OPEN) return fail(`more than ${MAX_OPEN} open arrays and maps`)
    for (const [key, item] of value.entries()) {
      const problem = (isMap(value) ? problemOf(key, open + 1) : undefined) ?? problemOf(item, open + 1)
      if (problem === undefined) continue
      const segment = typeof key === 'string' || typeof key === 'number' ? key : '…'
      return { why: problem.why, path: `[${segment}]${problem.path}` }
    }
    return undefined
  }
  return Number.isFinite((value as CborFloat | undefined)?.float)
    ? undefined
    : fail('a value that is no null, boolean, integer, finite float, text, bytes, array or Map')
}

/** An array or map whose end has not come; of a map, where the last key stands (an empty place before the first). */
type Container = {
  readonly start: number
  readonly isMap: boolean
  left: number
  keyStart: number
  keyEnd: number
}

/**
 * cborg's tokenizer with the rest of CoreDet: it refuses what cborg would repair or let pass (text that is not
 * UTF-8, floats not in their shortest form, unsorted keys, deep nesting), keeps U+FEFF, and keeps floats apart.
 */
const coreDetTokenizer = (bytes: Uint8Array): NonNullable<DecodeOptions['tokenizer']> => {
  const tokenizer = new Tokenizer(bytes, READING)
  const open: Container[] = []

  const itemEnded = (itemStart: number, end: number): void => {
    let start = itemStart
    for (let depth = open.length - 1; depth >= 0; depth--) {
      const container = open[depth]!
      if (container.isMap && container.left % 2 === 0) {
        if (!isAscending(bytes, container.keyStart, container.keyEnd, start, end)) {
          throw new Error('map keys are unsorted or repeated')
        }
        container.keyStart = start
        container.keyEnd = end
      }
      container.left -= 1
      if (container.left > 0) return
      start = container.start
      open.pop()
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
          if (left > 0) open.push({ start, isMap, left, keyStart: 0, keyEnd: 0 })
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
export const headLength = (first: number): number => {
  const additional = first & 31
  return additional < 24 ? 1 : 1 + 2 ** (additional - 24)
}

/** Whether the bytes of one place sort before those of another; an empty place sorts before all. */
const isAscending = (bytes: Uint8Array, a: number, aEnd: number, b: number, bEnd: number): boolean => {
  const length = Math.min(aEnd - a, bEnd - b)
  for (let i = 0; i < length; i++) {
    if (bytes[a + i] !== bytes[b + i]) return bytes[a + i]! < bytes[b + i]!
  }
  return aEnd - a < bEnd - b
}
