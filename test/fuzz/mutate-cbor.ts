import { type CborValue, decodeCbor, encodeCbor, isMap } from '../../src/encoding/cbor.js'
import { byteMutators, type Mutator } from './mutate-bytes.js'
import type { Random } from './random.js'

/** Makes a tree of CBOR into another. */
type Change = (value: CborValue, random: Random, other: CborValue) => CborValue

const ATOMS: readonly CborValue[] = [
  null,
  true,
  0,
  1,
  -1,
  2n ** 64n - 1n,
  '',
  'rot',
  'dip',
  new Uint8Array(),
  new Uint8Array(32),
  new Uint8Array(64),
  [],
  new Map(),
  { float: 0 },
]

/** Applies `change` at one place of a tree. */
const somewhere = (value: CborValue, random: Random, change: (part: CborValue) => CborValue): CborValue => {
  if (random.below(4) === 0) return change(value)
  if (Array.isArray(value) && value.length > 0) {
    const at = random.below(value.length)
    return value.map((part, i) => (i === at ? somewhere(part, random, change) : part))
  }
  if (isMap(value) && value.size > 0) {
    const at = random.pick([...value.keys()])
    return new Map(
      [...value].map(([key, part]) => [key, key === at ? somewhere(part, random, change) : part]),
    )
  }
  return change(value)
}

/** Changes the list that a log is. */
const inList =
  (change: (list: readonly CborValue[], random: Random, other: readonly CborValue[]) => CborValue): Change =>
  (value, random, other) =>
    Array.isArray(value) && Array.isArray(other) && value.length > 0 ? change(value, random, other) : value

const withSignature = (event: CborValue, from: CborValue): CborValue =>
  isMap(event) && isMap(from) ? new Map([...event, [2, from.get(2) ?? null]]) : event

const CHANGES: Readonly<Record<string, Change>> = {
  replace: (value, random) => somewhere(value, random, () => random.pick(ATOMS)),
  nest: (value, random) =>
    somewhere(value, random, (part) => {
      let nested = part
      for (let depth = random.pick([1, 2, 20, 25]); depth > 0; depth--) nested = [nested]
      return nested
    }),
  unknownKey: (value, random) =>
    somewhere(value, random, (part) =>
      isMap(part) ? new Map([...part, [random.pick([0, 9, -1, 'a']), random.pick(ATOMS)]]) : part,
    ),
  dropKey: (value, random) =>
    somewhere(value, random, (part) => {
      if (!isMap(part) || part.size === 0) return part
      const dropped = random.pick([...part.keys()])
      return new Map([...part].filter(([key]) => key !== dropped))
    }),
  otherMember: (value, random, other) => {
    if (!isMap(value) || !isMap(other) || other.size === 0) return value
    const key = random.pick([...other.keys()])
    return new Map([...value, [key, other.get(key)!]])
  },
  swapSignatures: inList((list, random, other) => {
    const at = random.below(list.length)
    return list.map((event, i) => (i === at ? withSignature(event, random.pick([...list, ...other])) : event))
  }),
  dropEvent: inList((list, random) => list.toSpliced(random.below(list.length), 1)),
  repeatEvent: inList((list, random) => {
    const at = random.below(list.length)
    return list.toSpliced(at, 0, ...Array<CborValue>(random.pick([1, 2, 300])).fill(list[at]!))
  }),
  cutEvents: inList((list, random) => list.slice(0, random.below(list.length + 1))),
  reverse: inList((list) => list.toReversed()),
  otherEvents: inList((list, random, other) => [
    ...list.slice(0, random.below(list.length + 1)),
    ...other.slice(random.below(other.length + 1)),
  ]),
}

const asMutator =
  (change: Change): Mutator =>
  (bytes, random, other) => {
    const [own, foreign] = [decodeCbor(bytes), decodeCbor(other)]
    if (!own.ok || !foreign.ok) return bytes
    try {
      return encodeCbor(change(own.value, random, foreign.value))
    } catch {
      // The change nested the value too deep to be written.
      return bytes
    }
  }

/** Another head for the item at some byte: another type, another width, an indefinite length, a huge one. */
const changeHead: Mutator = (bytes, random) => {
  const at = random.below(bytes.length)
  const head = bytes[at]!
  const heads: readonly (readonly number[])[] = [
    [head ^ (random.below(8) << 5)],
    [(head & 0xe0) | random.below(32)],
    [(head & 0xe0) | 24, head & 0x1f],
    [(head & 0xe0) | 25, 0, head & 0x1f],
    [(head & 0xe0) | 27, 0, 0, 0, 0, 0, 0, 0, head & 0x1f],
    [(head & 0xe0) | 27, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff],
    [(head & 0xe0) | 26, 0x7f, 0xff, 0xff, 0xff],
    [(head & 0xe0) | 31],
    [0xc0, head],
    [head + 1],
    [head - 1],
  ]
  return Uint8Array.from([...bytes.subarray(0, at), ...random.pick(heads), ...bytes.subarray(at + 1)])
}

/** Mutations of CBOR, by its bytes and by its structure. */
export const cborMutators: readonly Mutator[] = [
  ...Object.values(
    byteMutators([
      0x00, 0x18, 0x1b, 0x20, 0x40, 0x58, 0x60, 0x80, 0x81, 0x9f, 0xa0, 0xa1, 0xbf, 0xc0, 0xf4, 0xf6, 0xf7,
      0xf9, 0xff,
    ]),
  ),
  changeHead,
  changeHead,
  ...Object.values(CHANGES).map(asMutator),
]
