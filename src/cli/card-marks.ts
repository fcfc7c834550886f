import { judgeHighWater } from '../card/high-water.js'
import { fromUtf8, toUtf8 } from '../encoding/utf8.js'
import type { CardBatchResult } from './card-batch.js'
import type { StoredMarks } from './high-water-file.js'
import { jsonText } from './output.js'

/**
 * Judges the verified cards of a batch by the marks of their agents, which they may move: in the order of the input, so
 * that the answer does not depend on which thread was faster.
 */
export const withMarks = (
  { text, codes, statements }: CardBatchResult,
  stored: StoredMarks,
): Pick<CardBatchResult, 'text' | 'codes'> => {
  const judgedCodes = [...codes]
  const results = fromUtf8(text)!.split('\n')
  for (const [i, statement] of statements.entries()) {
    if (statement === undefined) continue
    const { aid, ...next } = statement
    const judged = judgeHighWater(stored.marks.get(aid), next)
    if (!judged.ok) {
      judgedCodes[i] = judged.code
      results[i] = jsonText({ ...judged, claimedAid: aid })
      continue
    }
    if (judged.decision === 'advance') {
      stored.marks.set(aid, next)
      stored.hasMoved = true
    }
    results[i] = `${results[i]!.slice(0, -1)},"mark":"${judged.decision}"}`
  }
  return { text: toUtf8(results.join('\n')) as Uint8Array<ArrayBuffer>, codes: judgedCodes }
}
