import { performance } from 'node:perf_hooks'

/** One line of the table: what this library does, against what it is held to. */
export type Row = {
  /** Results are compared from run to run by name: a name is never changed. */
  readonly name: string
  /** Makes both sides, everything they need prepared, so that calling one does nothing but the work compared. */
  readonly prepare: () => Sides | Promise<Sides>
}

/** Each side answers whether its work had the right outcome; what answers a promise is awaited, call by call. */
export type Sides = { readonly this: Work; readonly against: Work }
type Work = () => boolean | Promise<boolean>

export type Measured = {
  readonly name: string
  readonly ratio: number
  readonly thisUs: number
  readonly againstUs: number
}

const SECONDS = 3
/** Per side: on a busy machine the engine takes as long to compile what runs often. */
const WARM_UP_SECONDS = 1
/** Short enough that a burst of foreign load falls on few batches, long enough for the clock. */
const BATCH_US = 1000
const MIN_ROUNDS = 40

/**
 * Times both sides of a row in turns, so that whatever slows the machine down slows both. Of each side counts the lower
 * quartile of its batches: load only ever adds time, and the minimum alone is one lucky batch.
 */
export const measure = async ({ name, prepare }: Row): Promise<Measured> => {
  const sides = await prepare()
  for (const side of ['this', 'against'] as const) {
    if (!(await sides[side]())) throw new Error(`${name}: the side "${side}" does not do its work`)
  }
  const times = {
    this: await callsPerBatch(sides.this),
    against: await callsPerBatch(sides.against),
  }
  const samples = { this: [] as number[], against: [] as number[] }
  const end = performance.now() + SECONDS * 1000
  while (performance.now() < end || samples.this.length < MIN_ROUNDS) {
    samples.this.push(await usPerCall(sides.this, times.this))
    samples.against.push(await usPerCall(sides.against, times.against))
  }
  const [thisUs, againstUs] = [lowerQuartile(samples.this), lowerQuartile(samples.against)]
  return { name, ratio: thisUs / againstUs, thisUs, againstUs }
}

/** How many calls fill a batch, once the engine has optimised them. */
const callsPerBatch = async (work: Work): Promise<number> => {
  const end = performance.now() + WARM_UP_SECONDS * 1000
  let us = await usPerCall(work, 1)
  while (performance.now() < end) us = await usPerCall(work, Math.ceil(BATCH_US / us))
  return Math.ceil(BATCH_US / us)
}

const usPerCall = async (work: Work, times: number): Promise<number> => {
  const start = performance.now()
  for (let i = 0; i < times; i++) {
    const outcome = work()
    if (typeof outcome !== 'boolean') await outcome
  }
  return ((performance.now() - start) * 1000) / times
}

/** What a batch takes when little else runs. */
export const lowerQuartile = (samples: readonly number[]): number =>
  samples.toSorted((a, b) => a - b)[Math.floor(samples.length / 4)]!
