import { judgeHighWater } from '../card/high-water.js'
import { fromUtf8, toUtf8 } from '../encoding/utf8.js'
import { type Failure, refuse } from '../errors.js'
import type { CardBatchResult } from './card-batch.js'
import type { Statement } from './card-line.js'
import type { Mark, StoredMarks } from './high-water-file.js'
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
    const { aid } = statement
    const held = stored.marks.get(aid)
    const judged = logFault(statement, held) ?? judgeHighWater(held, statement)
    if (!judged.ok) {
      judgedCodes[i] = judged.code
      results[i] = jsonText({ ...judged, claimedAid: aid })
      continue
    }
    const next = markOf(statement, held, judged.decision)
    if (next !== held) {
      stored.marks.set(aid, next)
      stored.hasMoved = true
    }
    results[i] = `${results[i]!.slice(0, -1)},"mark":"${judged.decision}"}`
  }
  return { text: toUtf8(results.join('\n')) as Uint8Array<ArrayBuffer>, codes: judgedCodes }
}

/**
 * Why the log that came along is not one that continues the log of the mark, as far as keys go: a card that a retired key
 * signed verifies with the log as it was before the rotation, and a thief of that key could raise the mark out of reach.
 */
const logFault = (
  { eventIds }: Statement,
  held: Mark | undefined,
): Failure<'KEL_ROLLBACK' | 'KEL_FORK'> | undefined => {
  if (held === undefined) return undefined
  const id = eventIds[held.keySince]
  if (id === undefined)
    return refuse('KEL_ROLLBACK', `the log ends before event ${held.keySince}, which changed the key`)
  return id === held.eventId ? undefined : refuse('KEL_FORK', 'the log differs from the one seen before')
}

const markOf = (
  { seq, payloadHash, eventIds, keySince }: Statement,
  held: Mark | undefined,
  decision: 'advance' | 'same',
): Mark =>
  held !== undefined && decision === 'same' && keySince === held.keySince
    ? held
    : { seq, payloadHash, keySince, eventId: eventIds[keySince]! }
