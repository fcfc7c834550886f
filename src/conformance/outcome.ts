import { type Answer, matches } from './answer.js'
import type { Vector } from './vector.js'

/**
 * Why a vector failed: another answer than the expected one; a line that names the request and is no answer; the adapter
 * ended, gave no answer in time, or closed its standard input, while it had only this request; the run was given up before
 * its turn came.
 */
export type FailureKind = 'wrong-answer' | 'broken-answer' | 'crash' | 'hang' | 'input-closed' | 'not-run'

/** What became of one vector. */
export type Outcome =
  | { readonly status: 'passed'; readonly vector: Vector }
  /** The adapter does not have the operation; counts neither as passed nor as failed. */
  | { readonly status: 'unsupported'; readonly vector: Vector }
  | {
      readonly status: 'failed'
      readonly vector: Vector
      readonly kind: FailureKind
      /** In words. */
      readonly detail: string
      /** The answer, or the text that is none; absent when nothing came. */
      readonly received?: Answer | string
    }

/**
 * Judges an answer to a vector.
 *
 * @example
 * ```ts
 * import { Conformance } from 'anet-protocol'
 *
 * const vector = {
 *   id: 'cbor.decode/one',
 *   area: 'encoding',
 *   description: 'the integer 1',
 *   op: 'cbor.decode',
 *   input: { bytesHex: '01' },
 *   expect: { ok: { value: 1 } },
 * }
 * Conformance.judgeAnswer(vector, { ok: { value: 1 } }).status // 'passed'
 * Conformance.judgeAnswer(vector, { error: 'MALFORMED_CBOR' }).status // 'failed'
 * Conformance.judgeAnswer(vector, { unsupported: true }).status // 'unsupported'
 * ```
 */
export const judgeAnswer = (vector: Vector, answer: Answer): Outcome => {
  if ('unsupported' in answer) return { status: 'unsupported', vector }
  if (matches(vector.expect, answer)) return { status: 'passed', vector }
  return {
    status: 'failed',
    vector,
    kind: 'wrong-answer',
    detail: difference(vector, answer),
    received: answer,
  }
}

const difference = ({ expect }: Vector, answer: Answer): string => {
  const given = 'error' in answer ? answer.error : 'ok'
  if ('error' in expect) return `expected ${expect.error}, received ${given}`
  return given === 'ok' ? 'another ok than expected' : `expected ok, received ${given}`
}
