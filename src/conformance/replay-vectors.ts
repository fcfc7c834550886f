import type { Answer } from './answer.js'
import { judgeAnswer, type Outcome } from './outcome.js'
import type { ConformanceReport } from './report.js'
import type { Vector } from './vector.js'

/** An implementation under test: answers an operation, or a promise of the answer. */
export type AnswerFunction = (op: string, input: Vector['input']) => Answer | Promise<Answer>

/**
 * Replays vectors in process, one after another. An answer function that throws fails that vector as a crash.
 *
 * @example
 * ```ts
 * import { Conformance } from 'anet-protocol'
 *
 * const vectors = Conformance.readVectors({
 *   $schema: '../schema.json',
 *   area: 'encoding',
 *   description: 'one vector',
 *   vectors: [
 *     {
 *       id: 'cbor.decode/one',
 *       description: 'the integer 1',
 *       op: 'cbor.decode',
 *       input: { bytesHex: '01' },
 *       expect: { ok: { value: 1 } },
 *     },
 *   ],
 * })
 * const report = await Conformance.replayVectors(vectors, Conformance.answer)
 * Conformance.isPassing(report) // true
 * ```
 */
export const replayVectors = async (
  vectors: readonly Vector[],
  answerFunction: AnswerFunction,
): Promise<ConformanceReport> => {
  const outcomes: Outcome[] = []
  for (const vector of vectors) outcomes.push(await outcomeOf(vector, answerFunction))
  return { outcomes, faults: [] }
}

const outcomeOf = async (vector: Vector, answerFunction: AnswerFunction): Promise<Outcome> => {
  try {
    return judgeAnswer(vector, await answerFunction(vector.op, vector.input))
  } catch (error) {
    return { status: 'failed', vector, kind: 'crash', detail: String(error) }
  }
}
