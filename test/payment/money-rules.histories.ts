/**
 * The rules of money over many generated histories of quotes:
 *
 *     npm run histories
 *     ANET_HISTORIES_SEED=1234 ANET_HISTORIES_RUNS=1000000 npm run histories
 *
 * ANET_HISTORIES_SEED, an integer, makes a run repeatable; without it one is drawn, and printed. ANET_HISTORIES_RUNS is how
 * many histories there are, 120,000 by default, about a minute.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { evaluate } from '../../src/payment/quote.js'
import { randomFrom } from '../fuzz/random.js'
import { history, play } from './history.js'
import { brokenRules } from './money-rules.js'
import { essence, reordered } from './reordered.js'

const numRuns = Number(process.env.ANET_HISTORIES_RUNS ?? 120_000)
const seed = Number(process.env.ANET_HISTORIES_SEED ?? Math.floor(Math.random() * 2 ** 31))

it(`no history of ${numRuns} breaks a rule, and each is answered alike in another order`, () => {
  process.stdout.write(`ANET_HISTORIES_SEED=${seed} ANET_HISTORIES_RUNS=${numRuns}\n`)
  let histories = 0
  let payments = 0
  fc.assert(
    fc.property(history, fc.integer(), (history, shuffle) => {
      const played = play(history, evaluate)
      const broken = brokenRules(history, played)
      if (broken.length > 0) throw new Error(broken.join('; '))
      const random = randomFrom(shuffle)
      for (const { situation, decision } of played) {
        if (decision.decision === 'pay') payments++
        if (random.below(4) === 0) {
          expect(essence(evaluate(reordered(situation, random)))).toEqual(essence(decision))
        }
      }
      histories++
    }),
    { numRuns, seed },
  )
  process.stdout.write(`${histories} histories, ${payments} payments\n`)
  expect(histories).toBe(numRuns)
  expect(payments).toBeGreaterThan(numRuns / 10)
})
