import type { Random } from './random.js'

/** Changes some bytes; `other` are those of another accepted object of the same kind. */
export type Mutator = (bytes: Uint8Array, random: Random, other: Uint8Array) => Uint8Array

/** The bytes with those from `start` to `end` replaced by some parts. */
const spliced = (
  bytes: Uint8Array,
  start: number,
  end: number,
  ...parts: readonly (readonly number[] | Uint8Array)[]
): Uint8Array => {
  const all = [bytes.subarray(0, start), ...parts, bytes.subarray(end)]
  const joined = new Uint8Array(all.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of all) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

const spanOf = (bytes: Uint8Array, random: Random, longest: number): readonly [number, number] => {
  const start = random.below(bytes.length + 1)
  return [start, Math.min(bytes.length, start + random.below(longest + 1))]
}

/** Mutations of any bytes; `structural` are the bytes that mean structure in the format. */
export const byteMutators = (structural: readonly number[]): Readonly<Record<string, Mutator>> => ({
  flipBit: (bytes, random) => {
    const mutant = Uint8Array.from(bytes)
    const at = random.below(bytes.length)
    mutant[at] = (mutant[at] ?? 0) ^ (1 << random.below(8))
    return mutant
  },
  setByte: (bytes, random) => {
    const at = random.below(bytes.length)
    return spliced(bytes, at, at + 1, [random.below(256)])
  },
  setStructural: (bytes, random) => {
    const at = random.below(bytes.length)
    return spliced(bytes, at, at + 1, [random.pick(structural)])
  },
  delete: (bytes, random) => spliced(bytes, ...spanOf(bytes, random, random.pick([1, 4, 64]))),
  insertStructural: (bytes, random) => {
    const at = random.below(bytes.length + 1)
    const inserted = Array.from({ length: 1 + random.below(4) }, () => random.pick(structural))
    return spliced(bytes, at, at, inserted)
  },
  repeat: (bytes, random) => {
    const [start, end] = spanOf(bytes, random, 80)
    const span = bytes.subarray(start, end)
    return spliced(bytes, end, end, ...Array<Uint8Array>(1 + random.below(random.pick([2, 200]))).fill(span))
  },
  move: (bytes, random) => {
    const [start, end] = spanOf(bytes, random, 80)
    const at = random.below(bytes.length)
    return spliced(bytes, at, at, bytes.subarray(start, end))
  },
  truncate: (bytes, random) => bytes.slice(0, random.below(bytes.length)),
  splice: (bytes, random, other) =>
    spliced(bytes, random.below(bytes.length), bytes.length, other.subarray(random.below(other.length))),
  spliceAlike: (bytes, random, other) => {
    const at = random.below(Math.min(bytes.length, other.length))
    return spliced(bytes, at, bytes.length, other.subarray(at))
  },
})
