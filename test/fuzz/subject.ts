import type { Code, Result } from '../../src/errors.js'
import type { Mutator } from './mutate-bytes.js'

/** An object that vectors say is accepted. */
export type Original = { readonly id: string; readonly bytes: Uint8Array }

/** A kind of object to mutate, and what must hold of every mutant. */
export type Subject = {
  readonly name: string
  /** How many of a thousand mutants are of this kind. */
  readonly perMille: number
  readonly mutators: readonly Mutator[]
  readonly cases: readonly Case[]
  /** How many different answers a run must show at least, so that it shows something; 6 unless it says so. */
  readonly answers?: number
}

/** One original and the judgement of its mutants. */
export type Case = Original & {
  /**
   * Runs every reader over a mutant and throws when one misbehaves. `other` is the original whose parts may be in the
   * mutant too.
   *
   * @returns the answers that count, for the tally: a code, or `accepted`.
   */
  readonly judge: (mutant: Uint8Array, other: Original, nth: number) => string
}

/** The answer of a reader, once its code is known to be a documented one. */
export const documented = <R extends Result<unknown>>(
  reader: string,
  codes: readonly Code[],
  answer: R,
): R => {
  if (!answer.ok && !codes.includes(answer.code)) throw new Error(`${reader} refused with ${answer.code}`)
  return answer
}
