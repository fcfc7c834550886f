import * as z from 'zod/mini'
import { append, type Chain, EMPTY_CHAIN, type HeldRecord, headOf, recordsOf } from '../evidence/chain.js'
import { replay } from '../identity/replay.js'
import { base64 } from './input.js'
import { op } from './op.js'

/** The operations of the area evidence. */
export const evidenceOps = {
  'evidence.append': op(
    () => z.object({ records: z.array(base64), kelB64: base64 }),
    ({ records, kelB64 }) => {
      const replayed = replay(kelB64)
      const kel = replayed.ok ? replayed.kel : kelB64
      let chain = EMPTY_CHAIN
      const results: string[] = []
      const dropped: object[] = []
      for (const encoded of records) {
        const appended = append(chain, encoded, kel)
        chain = appended.chain
        results.push(appended.outcome.ok ? appended.outcome.status : appended.outcome.code)
        dropped.push(...appended.dropped.map(placeOf))
      }
      return { ok: { ...shown(chain), staged: chain.staged.size, results, dropped } }
    },
  ),
}

const placeOf = ({ record, id }: HeldRecord): { seq: string; id: string } => ({ seq: `${record.seq}`, id })

const shown = (chain: Chain): object => {
  const head = headOf(chain)
  const { state, equivocation } = chain
  return {
    state,
    ...(head === undefined ? {} : { headId: head.id, headSeq: `${head.record.seq}` }),
    ...(head === undefined ? {} : { chainDid: recordsOf(chain)[0]!.record.chainDid }),
    ...(equivocation === undefined
      ? {}
      : {
          equivocation: {
            seq: `${equivocation.seq}`,
            ids: [equivocation.held.id, equivocation.other.id],
          },
        }),
  }
}
