import { fromBase64 } from '../../src/encoding/base64.js'
import { type ReplayedKel, replay } from '../../src/identity/replay.js'
import { allVectors } from '../vector-files.js'

const vectors = allVectors()

/** The inputs that the vectors of an operation accept; `isAccepted` judges the expected answer. The largest are left out. */
export const accepted = <Input>(
  op: string,
  isAccepted: (ok: Readonly<Record<string, unknown>>) => boolean = () => true,
): readonly {
  readonly id: string
  readonly input: Input
  readonly ok: Readonly<Record<string, unknown>>
}[] =>
  vectors.flatMap(({ id, op: named, input, expect }) =>
    named === op && 'ok' in expect && isAccepted(expect.ok) && JSON.stringify(input).length < 12_000
      ? [{ id, input: input as Input, ok: expect.ok }]
      : [],
  )

/** The bytes of a member. */
export const bytesOf = (base64: string): Uint8Array => fromBase64(base64)!

const logs = new Map<string, ReplayedKel>()

/** A log, replayed once for all the objects it is of. */
export const logOf = (base64: string): ReplayedKel => {
  const known = logs.get(base64)
  if (known !== undefined) return known
  const replayed = replay(bytesOf(base64))
  if (!replayed.ok) throw new Error(replayed.detail)
  logs.set(base64, replayed.kel)
  return replayed.kel
}
