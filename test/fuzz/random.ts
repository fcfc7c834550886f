/** Numbers that follow from a seed alone. */
export type Random = {
  /** An integer from 0 to below `limit`. */
  readonly below: (limit: number) => number
  readonly pick: <T>(from: readonly T[]) => T
}

/** Mulberry32: 32 bits of state, enough to choose mutations by. */
export const randomFrom = (seed: number): Random => {
  let state = seed | 0
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit)
  }
  return { below, pick: (from) => from[below(from.length)]! }
}
