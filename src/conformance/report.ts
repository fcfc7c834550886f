import type { Outcome } from './outcome.js'

/**
 * Something an adapter did that no vector is to blame for: it ended (`crash`), stood still (`hang`) or closed its standard
 * input before it had read all requests (`input-closed`), and did not do so again when the requests at hand came one by one;
 * a line that is no answer or has no end, answers nothing that was asked by then, or answers it again; output after its
 * input was closed; it did not end then, or not well.
 */
export type AdapterFault = {
  readonly kind:
    | 'crash'
    | 'hang'
    | 'input-closed'
    | 'broken-line'
    | 'unknown-id'
    | 'repeated-id'
    | 'output-after-close'
    | 'no-end'
    | 'gave-up'
  /** In words. */
  readonly detail: string
}

/** A run of the vectors, its outcomes in the order of the vectors. */
export type ConformanceReport = {
  readonly outcomes: readonly Outcome[]
  /** Faults count as failures. */
  readonly faults: readonly AdapterFault[]
}

/** How many vectors of an area passed, failed and were not supported. */
export type Tally = {
  readonly area: string
  readonly passed: number
  readonly failed: number
  readonly unsupported: number
}

/**
 * Counts the outcomes of a run by area, in the order in which the areas come up.
 *
 * @example
 * ```ts
 * import { Conformance } from 'anet-protocol'
 *
 * Conformance.tallyByArea({ outcomes: [], faults: [] }) // []
 * ```
 */
export const tallyByArea = ({ outcomes }: ConformanceReport): readonly Tally[] => {
  const tallies = new Map<string, Record<Outcome['status'], number>>()
  for (const { vector, status } of outcomes) {
    const tally = tallies.get(vector.area) ?? { passed: 0, failed: 0, unsupported: 0 }
    tally[status] += 1
    tallies.set(vector.area, tally)
  }
  return [...tallies].map(([area, tally]) => ({ area, ...tally }))
}

/**
 * Whether a run passed: at least one vector was answered as expected, none failed, and the adapter kept to the protocol.
 * A run that only met unsupported operations did not pass.
 *
 * @example
 * ```ts
 * import { Conformance } from 'anet-protocol'
 *
 * Conformance.isPassing({ outcomes: [], faults: [] }) // false: nothing ran
 * ```
 */
export const isPassing = ({ outcomes, faults }: ConformanceReport): boolean =>
  faults.length === 0 &&
  outcomes.some(({ status }) => status === 'passed') &&
  outcomes.every(({ status }) => status !== 'failed')
