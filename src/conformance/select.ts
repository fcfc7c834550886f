import { AnetError } from '../errors.js'
import type { Vector } from './vector.js'

/**
 * The vectors of some areas and operations, in their order: those that are of one of the areas, and of one of the
 * operations. An empty list selects all.
 *
 * @throws an {@link AnetError}: `BAD_INPUT` for an area or operation that no vector is of, with the path `areas` or `ops`.
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
 * Conformance.selectVectors(vectors, { areas: ['encoding'], ops: [] }).length // 1
 * ```
 */
export const selectVectors = (
  vectors: readonly Vector[],
  { areas, ops }: { readonly areas: readonly string[]; readonly ops: readonly string[] },
): readonly Vector[] => {
  assertKnown('areas', areas, new Set(vectors.map(({ area }) => area)))
  assertKnown('ops', ops, new Set(vectors.map(({ op }) => op)))
  return vectors.filter(
    ({ area, op }) => (areas.length === 0 || areas.includes(area)) && (ops.length === 0 || ops.includes(op)),
  )
}

const assertKnown = (path: string, names: readonly string[], known: ReadonlySet<string>): void => {
  const unknown = names.find((name) => !known.has(name))
  if (unknown === undefined) return
  throw new AnetError('BAD_INPUT', `${unknown} is none of ${[...known].join(', ')}`, path)
}
