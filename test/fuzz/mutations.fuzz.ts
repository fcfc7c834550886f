/**
 * The fuzz run: mutates objects that the vectors accept and shows every mutant to every reader of its kind. Nothing may
 * throw, every refusal carries a documented code, and what is still accepted says what was signed.
 *
 *     npm run fuzz
 *     ANET_FUZZ_SEED=1234 ANET_FUZZ_RUNS=1000000 npm run fuzz
 *
 * ANET_FUZZ_SEED, an integer, makes a run repeatable; without it one is drawn, and printed. ANET_FUZZ_RUNS is how many
 * mutants there are, 300,000 by default, two or three minutes. It runs in Vitest under a configuration of its own, so that it
 * reads the TypeScript sources as the tests do and `npm test` does not run it.
 */
import { describe, expect, it } from 'vitest'
import { toBase64 } from '../../src/encoding/base64.js'
import { randomFrom } from './random.js'
import type { Subject } from './subject.js'
import { subjects } from './subjects.js'

const runs = Number(process.env.ANET_FUZZ_RUNS ?? 300_000)
const seed = Number(process.env.ANET_FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31))

const print = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** Judges the mutants of a subject; gives how often each answer was given. */
const fuzz = ({ name, perMille, mutators, cases }: Subject): ReadonlyMap<string, number> => {
  const random = randomFrom(seed)
  const tally = new Map<string, number>()
  const count = Math.ceil((runs * perMille) / 1000)
  for (let nth = 0; nth < count; nth++) {
    const one = random.pick(cases)
    const other = random.pick(cases)
    let mutant = one.bytes
    for (let changes = random.pick([1, 1, 1, 2, 3]); changes > 0; changes--) {
      const changed = random.pick(mutators)(mutant, random, other.bytes)
      if (changed.length > 0) mutant = changed
    }
    let answer: string
    try {
      answer = one.judge(mutant, other, nth)
    } catch (cause) {
      const where = `${name}, seed ${seed}, mutant ${nth} of ${one.id} and ${other.id}: ${toBase64(mutant)}`
      throw new Error(where, { cause })
    }
    tally.set(answer, (tally.get(answer) ?? 0) + 1)
  }
  return tally
}

describe(`mutants of seed ${seed}`, () => {
  print(`ANET_FUZZ_SEED=${seed} ANET_FUZZ_RUNS=${runs}`)

  it('are shared out completely', () => {
    expect(subjects.reduce((sum, { perMille }) => sum + perMille, 0)).toBe(1000)
  })

  it.each(subjects.map((subject) => [subject.name, subject] as const))('%s', (name, subject) => {
    for (const { id, bytes, judge } of subject.cases) {
      expect([id, judge(bytes, subject.cases[0]!, 0)]).toEqual([id, 'accepted'])
    }
    const tally = fuzz(subject)
    const lines = [...tally].sort(([, a], [, b]) => b - a).map(([answer, count]) => `  ${count} ${answer}`)
    print([name, ...lines].join('\n'))
    // A run whose mutants are all refused, or all for one reason, would show nothing.
    expect(tally.get('accepted')).toBeGreaterThan(0)
    expect(tally.size).toBeGreaterThanOrEqual(subject.answers ?? 6)
  })
})
