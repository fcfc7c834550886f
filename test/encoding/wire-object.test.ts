import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CborValue, encodeCbor } from '../../src/encoding/cbor.js'
import { toHex } from '../../src/encoding/hex.js'
import {
  always,
  any,
  bool,
  bytes,
  decodeObject,
  encodeObject,
  float,
  int,
  kept,
  list,
  Malformed,
  nested,
  optional,
  schema,
  text,
  uint,
  uint32,
  type Written,
} from '../../src/encoding/wire-object.js'
import { AnetError } from '../../src/errors.js'
import { cborValue, wellFormedText } from './values.js'

const inner = schema({ id: always(1, text), size: optional(2, uint) })

const everyKind = schema({
  text: always(1, text),
  uint: always(2, uint),
  int: always(3, int),
  uint32: always(4, uint32),
  bytes: always(5, bytes),
  bool: always(6, bool),
  float: always(7, float),
  any: always(8, any),
  list: always(9, list(bytes)),
  nested: always(10, nested(inner)),
  objects: always(11, list(nested(inner))),
  textIfAny: optional(12, text),
  uintIfAny: optional(13, uint),
  bytesIfAny: optional(14, bytes),
  boolIfAny: optional(15, bool),
  floatIfAny: optional(16, float),
  listIfAny: optional(17, list(text)),
  nestedIfAny: optional(18, nested(inner)),
  textKept: kept(19, text),
  uintKept: kept(20, uint),
})

const uint64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
const finite = fc.double({ noNaN: true, noDefaultInfinity: true })
const innerObject = fc.record(
  { id: wellFormedText(), size: uint64.filter((size) => size > 0n) },
  { requiredKeys: ['id'] },
)

const requiredMembers = {
  text: wellFormedText(),
  uint: uint64,
  int: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  uint32: fc.nat(2 ** 32 - 1),
  bytes: fc.option(fc.uint8Array({ maxLength: 40 })),
  bool: fc.boolean(),
  float: finite,
  any: cborValue,
  list: fc.option(fc.array(fc.uint8Array({ maxLength: 4 }), { maxLength: 3 })),
  nested: innerObject,
  objects: fc.option(fc.array(innerObject, { maxLength: 3 })),
}

/** Objects in the form in which they are read: an optional member is there only with another value than its zero. */
const object = fc.record(
  {
    ...requiredMembers,
    textIfAny: wellFormedText({ minLength: 1 }).filter((value) => value !== ''),
    uintIfAny: uint64.filter((value) => value > 0n),
    bytesIfAny: fc.uint8Array({ minLength: 1, maxLength: 4 }),
    boolIfAny: fc.constant(true),
    floatIfAny: finite.filter((value) => value !== 0),
    listIfAny: fc.array(wellFormedText(), { minLength: 1, maxLength: 3 }),
    nestedIfAny: innerObject,
    textKept: wellFormedText(),
    uintKept: uint64,
  },
  { requiredKeys: Object.keys(requiredMembers) as (keyof typeof requiredMembers)[] },
) as fc.Arbitrary<Written<typeof everyKind>>

describe('an object of every kind of member', () => {
  it('reads back as it was written, and writes the same bytes again', () => {
    fc.assert(
      fc.property(object, (object) => {
        const encoded = encodeObject(everyKind, object)
        const read = decodeObject(everyKind, encoded)
        expect(read).toEqual(object)
        expect(encodeObject(everyKind, read as Written<typeof everyKind>)).toEqual(encoded)
      }),
      { numRuns: 300 },
    )
  })

  it('is answered for any map, with an object or with the member that is wrong', () => {
    const map = fc
      .array(fc.tuple(fc.integer({ min: 0, max: 22 }), cborValue), { maxLength: 22 })
      .map((entries) => new Map<CborValue, CborValue>(entries))
    fc.assert(
      fc.property(fc.oneof(map, cborValue), (value) => {
        const read = decodeObject(everyKind, encodeCbor(value))
        if (read instanceof Malformed) return
        const again = decodeObject(everyKind, encodeObject(everyKind, read))
        expect(again).toEqual(read)
      }),
      { numRuns: 500 },
    )
  })
})

const small = schema({
  list: always(1, list(text)),
  bytes: always(2, bytes),
  count: always(3, uint),
  listIfAny: optional(4, list(text)),
  note: optional(5, text),
  mark: kept(6, text),
  part: optional(7, nested(inner)),
})
const read = (...entries: [CborValue, CborValue][]) => decodeObject(small, encodeCbor(new Map(entries)))
const nothing = { list: null, bytes: null, count: 0n }

describe('null, empty and absent', () => {
  it('a missing or null member has its zero value; nil lists and bytes are null', () => {
    expect(read()).toEqual(nothing)
    expect(read([1, null], [2, null], [3, null], [4, null], [5, null], [6, null], [7, null])).toEqual(nothing)
  })

  it('an empty list or byte string is not null', () => {
    expect(read([1, []], [2, new Uint8Array()])).toEqual({ list: [], bytes: new Uint8Array(), count: 0n })
  })

  it('an optional member with its zero value is absent; one that is kept when present is not', () => {
    expect(read([4, []], [5, ''], [6, ''])).toEqual({ ...nothing, mark: '' })
  })

  it.each<[string, Written<typeof small>, string]>([
    ['nil as null', nothing, 'a301f602f60300'],
    [
      'an empty list as 80, no bytes as 40',
      { list: [], bytes: new Uint8Array(), count: 0 },
      'a3018002400300',
    ],
    ['no optional zero value', { ...nothing, listIfAny: [], note: '' }, 'a301f602f60300'],
    ['a kept zero value', { ...nothing, mark: '' }, 'a401f602f603000660'],
    ['a number as the bigint it equals', { ...nothing, count: 300n }, 'a301f602f60319012c'],
    ['a bigint as the number it equals', { ...nothing, count: 300 }, 'a301f602f60319012c'],
  ])('writes %s', (_, object, hex) => {
    expect(toHex(encodeObject(small, object))).toBe(hex)
  })

  it('ignores unknown keys', () => {
    expect(read([0, 'x'], [99, [1]], ['list', 1], [-1, 1])).toEqual(nothing)
  })
})

describe('malformed on reading', () => {
  it.each<[string, [CborValue, CborValue], string]>([
    ['another type', [1, 'text'], 'list'],
    ['null in a list', [1, ['a', null]], 'list[1]'],
    ['another type in a list', [1, ['a', 1]], 'list[1]'],
    ['a float for an integer', [3, { float: 1 }], 'count'],
    ['a negative uint', [3, -1], 'count'],
    ['text for bytes', [2, 'text'], 'bytes'],
    ['another type of an optional member', [5, 0], 'note'],
    ['another type in a nested object', [7, new Map([[1, 1]])], 'part.id'],
    ['a list for a nested object', [7, []], 'part'],
  ])('%s', (_, entry, path) => {
    const answer = read(entry)
    expect(answer).toBeInstanceOf(Malformed)
    expect((answer as Malformed).path).toBe(path)
  })

  it('no map, and no CBOR', () => {
    expect(decodeObject(small, encodeCbor([]))).toBeInstanceOf(Malformed)
    expect(decodeObject(small, new Uint8Array())).toBeInstanceOf(Malformed)
  })

  it('a nested object that is missing or null', () => {
    const outer = schema({ part: always(1, nested(inner)) })
    for (const map of [new Map(), new Map([[1, null]])]) {
      const answer = decodeObject(outer, encodeCbor(map))
      expect(answer).toBeInstanceOf(Malformed)
      expect((answer as Malformed).path).toBe('part')
    }
  })
})

describe('BAD_INPUT on writing', () => {
  it.each<[string, object, string]>([
    ['a fraction', { count: 1.5 }, 'count'],
    ['an unsafe number', { count: 2 ** 60 }, 'count'],
    ['NaN', { count: Number.NaN }, 'count'],
    ['a negative uint', { count: -1 }, 'count'],
    ['an integer of 65 bits', { count: 2n ** 64n }, 'count'],
    ['text for an integer', { count: '1' }, 'count'],
    ['a missing integer', { count: undefined }, 'count'],
    ['missing bytes', { bytes: undefined }, 'bytes'],
    ['another type in a list', { list: ['a', 1] }, 'list[1]'],
    ['another type in a nested object', { part: { id: 1 } }, 'part.id'],
  ])('%s', (_, members, path) => {
    const writing = () => encodeObject(small, { ...nothing, ...members } as Written<typeof small>)
    expect(writing).toThrow(AnetError)
    expect(writing).toThrow(expect.objectContaining({ code: 'BAD_INPUT', path }))
  })
})
