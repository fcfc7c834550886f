import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Completion, check, type Verdict } from '../../src/receipt/check.js'
import { deepFreeze } from '../deep-freeze.js'
import { completion, logs } from './completion.js'

/** What is refused whether or not a log is at hand: steps 1 and 2. */
const DEFINITE = [
  'MALFORMED_RECEIPT',
  'UNSIGNED',
  'SIGNER_MISMATCH',
  'PROVIDER_MISMATCH',
  'REQUESTER_MISMATCH',
  'INTERACTION_MISMATCH',
  'REQUEST_MISMATCH',
  'RESULT_MISMATCH',
]

/** What only a log can show: steps 4 and 5. */
const BY_LOG = ['BODY_KEL_MISMATCH', 'KEY_STATE_DOWNGRADE', 'INVALID_SIGNATURE', 'REVOKED_KEY']

const withheld = [
  [undefined, 'KEL_UNAVAILABLE'],
  [logs.unreadable, 'KEL_UNREADABLE'],
  [logs.others, 'UNKNOWN_AID'],
] as const

const named = (verdict: Verdict): string =>
  'code' in verdict ? `${verdict.verdict} ${verdict.code}` : verdict.verdict

const judge = (completion: Omit<Completion, 'kel'>, kel: Completion['kel']): Verdict =>
  check({ ...completion, kel })

describe('withholding the log of a provider', () => {
  it('rescues nothing that is refused with it, and refuses nothing that holds with it', () => {
    fc.assert(
      fc.property(completion, (completion) => {
        const isUnchanged = deepFreeze(completion)
        const informed = judge(completion, logs.resolved)
        for (const [kel, code] of withheld) {
          // For the stranger's own receipts the stranger's log is the right one.
          if (kel === logs.others && completion.providerAid === logs.others.aid) continue
          const uninformed = judge(completion, kel)
          const isDefinite = informed.verdict === 'refused' && DEFINITE.includes(informed.code)
          if (isDefinite || informed.verdict === 'unknown') expect(uninformed).toEqual(informed)
          else expect(named(uninformed)).toBe(`unverified ${code}`)
          expect(uninformed.unchecked).toEqual(informed.unchecked)
          if (informed.verdict === 'refused' && !isDefinite && completion.providerAid === logs.resolved.aid) {
            expect(BY_LOG).toContain(informed.code)
          }
        }
        isUnchanged()
      }),
      { numRuns: 800 },
    )
  })

  it('is judged alike from bytes and replayed', () => {
    fc.assert(
      fc.property(completion, (completion) => {
        expect(judge(completion, logs.resolvedBytes)).toEqual(judge(completion, logs.resolved))
      }),
      { numRuns: 200 },
    )
  })

  it('is tried on every verdict', () => {
    const sample = fc.sample(completion, { numRuns: 1500, seed: 1 })
    const seen = new Set(sample.map((one) => named(judge(one, logs.resolved))))
    const expected = [
      'verified',
      'mismatch',
      'unknown',
      'unverified KEY_RETIRED_SAME_DAY',
      'unverified UNKNOWN_AID',
      ...[...DEFINITE, ...BY_LOG].map((code) => `refused ${code}`),
    ]
    expect(expected.filter((one) => !seen.has(one))).toEqual([])
    expect([...seen].filter((one) => !expected.includes(one))).toEqual([])
  })
})
