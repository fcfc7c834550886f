import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toHex } from '../../src/encoding/hex.js'
import { append, type Chain, EMPTY_CHAIN, headOf, recordsOf } from '../../src/evidence/chain.js'
import { showRecords } from '../../src/evidence/read.js'
import { rebuildLedger } from '../../src/payment/rebuild.js'
import { deepFreeze } from '../deep-freeze.js'
import { randomFrom } from '../fuzz/random.js'
import { chainOf, grown, idOf, recordAt, signer } from './records.js'

const records = chainOf(24)
const [genesis] = records as [Uint8Array]
const whole = grown(records)

/** What a chain holds, by the bytes of its records. */
const storyOf = (chain: Chain): object => ({
  state: chain.state,
  appended: recordsOf(chain).map(({ id, encoded }) => `${id} ${toHex(encoded)}`),
  staged: [...chain.staged].map(([seq, { id }]) => `${seq} ${id}`),
  equivocation: chain.equivocation,
})

const story = storyOf(whole)

/** Records that do not belong: another one for a seq, one that links to nothing, and bytes that are none. */
const strays = [
  ...[0, 1, 5, 23].map((seq) => recordAt(seq, seq === 0 ? 'bafy' : idOf(records[seq - 1]!), 'other')),
  ...[1, 4, 30].map((seq) => recordAt(seq, 'bafynothing')),
  Uint8Array.of(0xa0),
]

/** Gives records to a chain, and those that came before its first one again. */
const deliver = (order: readonly Uint8Array[]): Chain => {
  let chain = EMPTY_CHAIN
  const early: Uint8Array[] = []
  for (const encoded of order) {
    const appended = append(chain, encoded, signer.kel)
    if (!appended.outcome.ok) {
      expect(appended.outcome.code).toBe('BAD_GENESIS_PREV')
      expect(appended.chain).toBe(chain)
      early.push(encoded)
    }
    chain = appended.chain
  }
  return grown(early, chain)
}

describe('a valid chain', () => {
  it('is the same in whatever order its records come, once all are in', () => {
    const order = fc.shuffledSubarray([...records], { minLength: records.length })
    fc.assert(
      fc.property(order, (order) => {
        const chain = deliver(order)
        expect(storyOf(chain)).toEqual(story)
        expect(chain.staged.size).toBe(0)
      }),
      { numRuns: 40 },
    )
    expect(recordsOf(whole).map(({ id }) => id)).toEqual(records.map(idOf))
  })

  it('is the same however often each of its records comes', () => {
    const order = fc.array(fc.constantFrom(...records), { maxLength: 60 })
    fc.assert(
      fc.property(order, (order) => {
        expect(storyOf(grown([genesis, ...order, ...records]))).toEqual(story)
      }),
      { numRuns: 50 },
    )
  })

  it('of many records is the same from a shuffled export', () => {
    const long = chainOf(400)
    const random = randomFrom(7)
    const rest = [...long.slice(1)]
    const order = [long[0]!, ...long.slice(1).map(() => rest.splice(random.below(rest.length), 1)[0]!)]
    const chain = grown(order)
    expect(headOf(chain)?.id).toBe(idOf(long.at(-1)!))
    expect(storyOf(chain)).toEqual(storyOf(grown(long)))
  })
})

describe('append', () => {
  const anyRecord = fc.constantFrom(...records, ...records, ...strays)

  it('changes nothing of what it is given', () => {
    fc.assert(
      fc.property(fc.array(anyRecord, { maxLength: 30 }), (order) => {
        let chain = grown([genesis])
        for (const encoded of order) {
          const isUnchanged = deepFreeze([chain, encoded, signer.kel])
          const before = [...chain.staged]
          const held = recordsOf(chain)
          const appended = append(chain, encoded, signer.kel)
          isUnchanged()
          expect([...chain.staged]).toEqual(before)
          expect(recordsOf(chain)).toEqual(held)
          chain = appended.chain
        }
      }),
      { numRuns: 50 },
    )
  })

  it('leaves no trace of what it refuses or drops', () => {
    fc.assert(
      fc.property(fc.array(anyRecord, { maxLength: 30 }), (order) => {
        let chain = grown([genesis])
        for (const encoded of order) {
          const { outcome, chain: next, dropped } = append(chain, encoded, signer.kel)
          if (!outcome.ok && outcome.code !== 'EQUIVOCATION') expect(next).toBe(chain)
          for (const { record, id } of dropped) {
            expect(next.staged.get(record.seq)?.id).not.toBe(id)
            expect(recordsOf(next).map((held) => held.id)).not.toContain(id)
          }
          chain = next
          for (const [i, { record }] of recordsOf(chain).entries()) {
            expect(record.seq).toBe(BigInt(i))
            if (i > 0) expect(record.prevId).toBe(recordsOf(chain)[i - 1]!.id)
          }
        }
      }),
      { numRuns: 50 },
    )
  })

  it('drops a record that waited and does not link, and takes the right one later', () => {
    const wrong = recordAt(2, 'bafynothing')
    const waiting = grown([genesis, wrong])
    expect(waiting.staged.size).toBe(1)
    const filled = append(waiting, records[1]!, signer.kel)
    expect(filled.dropped.map(({ id }) => id)).toEqual([idOf(wrong)])
    expect(storyOf(grown(records.slice(2), filled.chain))).toEqual(story)
  })
})

describe('a chain that forked', () => {
  const fork = fc
    .tuple(fc.nat(records.length - 1), fc.nat(records.length - 1), fc.boolean())
    .map(([length, seq, isLinked]) => {
      const prevId = isLinked && seq > 0 ? idOf(records[seq - 1]!) : 'bafyelsewhere'
      return {
        held: grown([genesis, ...records.slice(1, length), records[seq]!]),
        seq,
        other: recordAt(seq, prevId, 'x'),
      }
    })

  it('is quarantined for good, with both records as proof', () => {
    fc.assert(
      fc.property(
        fork,
        fc.array(fc.constantFrom(...records, ...strays), { maxLength: 10 }),
        (fork, later) => {
          const { outcome, chain } = append(fork.held, fork.other, signer.kel)
          expect(outcome).toMatchObject({ ok: false, code: 'EQUIVOCATION' })
          expect(chain).toMatchObject({ state: 'QUARANTINED', equivocation: { seq: BigInt(fork.seq) } })
          const { held, other } = chain.equivocation!
          expect([held.id, other.id]).toEqual([idOf(records[fork.seq]!), idOf(fork.other)])
          expect(recordsOf(chain)).toEqual(recordsOf(fork.held))
          for (const encoded of later) {
            const again = append(chain, encoded, signer.kel)
            expect(again.chain).toBe(chain)
            const code = encoded === strays.at(-1) ? 'MALFORMED_RECORD' : 'CHAIN_QUARANTINED'
            expect(again.outcome).toMatchObject({ ok: false, code })
          }
          const shown = showRecords(chain)
          expect(shown.length).toBe(recordsOf(chain).length)
          expect(shown.every(({ isReliable }) => !isReliable)).toBe(true)
          expect(rebuildLedger(chain, 0n)).toMatchObject({ ok: false, code: 'CHAIN_QUARANTINED' })
        },
      ),
      { numRuns: 50 },
    )
    expect(showRecords(whole).every(({ isReliable }) => isReliable)).toBe(true)
    expect(rebuildLedger(whole, 0n).ok).toBe(true)
  })
})
