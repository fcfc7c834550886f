import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CborValue, encodeCbor, isMap, itemAt, itemEnd } from '../../src/encoding/cbor.js'
import {
  always,
  any,
  bool,
  bytes,
  decodeBy,
  encodeAs,
  float,
  int,
  kept,
  list,
  Malformed,
  nested,
  optional,
  orNull,
  schema,
  text,
  uint,
} from '../../src/encoding/wire-object.js'
import { eventPreimage, readKel } from '../../src/identity/key-event.js'
import { signedObject } from '../../src/identity/signed-object.js'
import { cborValue } from './values.js'

const part = schema({ id: always(1, text), size: optional(2, uint), mark: kept(3, uint) })

const everyKind = schema({
  text: always(1, text),
  uint: always(2, uint),
  int: optional(3, int),
  bytes: always(4, bytes),
  bool: optional(5, bool),
  float: optional(6, float),
  any: always(7, any),
  list: always(8, list(nested(part))),
  part: always(9, nested(part)),
  partIfAny: optional(10, nested(part)),
  partOrNull: always(11, orNull(nested(part))),
  textKept: kept(12, text),
})

const mapOf = (...entries: readonly (readonly [CborValue, CborValue])[]): CborValue => new Map(entries)

const exactPart = mapOf([1, 'a'], [2, 2n ** 53n], [3, 0])
const exactObject = mapOf(
  [1, ''],
  [2, 2n ** 64n - 1n],
  [3, -1],
  [4, null],
  [5, true],
  [6, { float: 1.5 }],
  [7, mapOf(['x', [null, { float: -0 }]])],
  [8, [exactPart, mapOf([1, ''])]],
  [9, exactPart],
  [10, exactPart],
  [11, null],
  [12, ''],
)
const envelope = mapOf([1, 'signer'], [2, 0], [3, -8], [4, new Uint8Array(64)])
const event = (...more: readonly (readonly [CborValue, CborValue])[]): CborValue =>
  mapOf(
    [1, mapOf(...more, [2, 1], [4, 'ixn'], [5, [new Uint8Array(32)]], [7, 0], [8, 1])],
    [2, new Uint8Array(64)],
    [3, 'id'],
  )

/** Values that a member may be replaced by: zero values of every kind above all. */
const replacement: fc.Arbitrary<CborValue> = fc.oneof(
  fc.constantFrom<CborValue[]>(null, '', 0, 1, -1, false, true, { float: 0 }, { float: -0 }, [], new Map()),
  fc.constantFrom<CborValue[]>(new Uint8Array(), 'text', [exactPart], exactPart, mapOf([1, 'a'], [2, 0])),
  cborValue,
)

type Change = readonly [where: number, key: number, value: CborValue | undefined]

const changes: fc.Arbitrary<readonly Change[]> = fc.array(
  fc.tuple(fc.nat(40), fc.integer({ min: 0, max: 14 }), fc.option(replacement, { nil: undefined })),
  { maxLength: 3 },
)

/** A value with a member of one of its maps replaced, added, or left out. */
const changed = (value: CborValue, [where, key, replaced]: Change): CborValue => {
  let left = where
  const copy = (one: CborValue): CborValue => {
    const isHere = isMap(one) && left-- === 0
    if (Array.isArray(one)) return one.map(copy)
    if (!isMap(one)) return one
    const entries = new Map([...one].map(([name, item]) => [name, copy(item)]))
    if (isHere && replaced === undefined) entries.delete(key)
    else if (isHere) entries.set(key, replaced!)
    return entries
  }
  return copy(value)
}

const mutantOf = (value: CborValue) =>
  changes.map((all) => encodeCbor(all.reduce<CborValue>((mutant, change) => changed(mutant, change), value)))

describe('what was read exactly', () => {
  const kind = nested(everyKind)
  const read = (encoded: Uint8Array) =>
    decodeBy(encoded, (value, reading) => ({ object: kind.read(value, reading), reading }))

  it('writes the same bytes again', () => {
    let [exact, inexact] = [0, 0]
    fc.assert(
      fc.property(mutantOf(exactObject), (encoded) => {
        const answer = read(encoded)
        if (answer instanceof Malformed) return
        const isSame = Buffer.compare(encodeAs(kind, answer.object), encoded) === 0
        expect(isSame).toBe(answer.reading.isExact)
        isSame ? exact++ : inexact++
      }),
      { numRuns: 3000 },
    )
    expect(Math.min(exact, inexact)).toBeGreaterThan(100)
  })

  it('gives the preimage of a signed object as writing it would', () => {
    const { decode, preimageOf } = signedObject(everyKind)
    fc.assert(
      fc.property(mutantOf(mapOf([1, exactObject], [2, envelope])), (encoded) => {
        for (const bytes of [encoded, Buffer.from(encoded)]) {
          const answer = decode(bytes)
          if (answer instanceof Malformed) return
          expect(answer.preimage).toEqual(preimageOf(answer.fields))
          bytes.fill(0)
          expect(answer.preimage).toEqual(preimageOf(answer.fields))
        }
      }),
      { numRuns: 1000 },
    )
  })

  it('gives the preimages of a log as writing its events would', () => {
    const log = [event([1, 'aid']), event(), event([1, 'aid'], [3, 'prev'])]
    fc.assert(
      fc.property(mutantOf(log), (encoded) => {
        const answer = readKel(encoded)
        if (!answer.ok) return
        expect(answer.preimages).toEqual(answer.events.map(({ event }) => eventPreimage(event)))
      }),
      { numRuns: 1000 },
    )
  })
})

it('an item stands in the bytes as it is encoded alone', () => {
  fc.assert(
    fc.property(fc.array(cborValue, { minLength: 1, maxLength: 20 }), (values) => {
      const encoded = encodeCbor(values)
      let start = 1
      for (const value of values) {
        expect(itemAt(encoded, start)).toEqual(encodeCbor(value))
        start = itemEnd(encoded, start)
      }
      expect(start).toBe(encoded.length)
    }),
    { numRuns: 300 },
  )
})
