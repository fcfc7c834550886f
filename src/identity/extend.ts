import { equalBytes } from '../encoding/equal-bytes.js'
import { type Result, refuse } from '../errors.js'
import { encodeKel, type KelLimits, readKel } from './key-event.js'
import { type ReplayCode, type ReplayedKel, replay } from './replay.js'

/**
 * Whether a newer log continues one already held (PROTOCOL: Identity). The newer must replay; the older is only decoded.
 *
 * Refusals, in this order: the codes of {@link replay} for the newer log; those of `decodeKel` for the older;
 * `KEL_FORK` when the two differ at some event, also when the newer is shorter; `KEL_ROLLBACK` when the newer is only
 * the beginning of the older.
 *
 * @example
 * ```ts
 * import { Kel } from 'anet-protocol'
 *
 * const first = Kel.incept({ seed: new Uint8Array(32) })
 * const second = Kel.interact(first, { timestamp: 1n })
 * const [old, next] = [first, second].map(({ kel }) => Kel.encodeKel(kel.events)) as [Uint8Array, Uint8Array]
 * Kel.extendsKel(old, next).ok // true
 * Kel.extendsKel(next, old) // { ok: false, code: 'KEL_ROLLBACK', … }
 * ```
 */
export const extendsKel = (
  old: Uint8Array,
  next: Uint8Array,
  limits?: KelLimits,
): Result<{ readonly kel: ReplayedKel }, ReplayCode | 'KEL_FORK' | 'KEL_ROLLBACK'> => {
  const replayed = replay(next, limits)
  if (!replayed.ok) return replayed
  const decoded = readKel(old, limits)
  if (!decoded.ok) return decoded
  const { kel } = replayed
  const known = decoded.preimages
  const fork = known.findIndex((preimage, i) => {
    const newer = kel.preimages[i]
    return newer !== undefined && !equalBytes(preimage, newer)
  })
  if (fork !== -1) return refuse('KEL_FORK', 'the logs differ at this event', `[${fork}]`)
  if (known.length > kel.preimages.length) {
    return refuse('KEL_ROLLBACK', `the newer log ends before event ${kel.preimages.length} of the older`)
  }
  return { ok: true, kel }
}

/**
 * Whether a log that came along with an object is the resolved one or a prefix of it, compared by event preimages. An
 * unreadable one is not; that the resolved one is unreadable is for the verification to say.
 */
export const isPrefixOf = (carried: Uint8Array, resolved: Uint8Array | ReplayedKel): boolean => {
  const decoded = readKel(carried, limitsOf(resolved))
  if (!decoded.ok) return false
  const whole = resolved instanceof Uint8Array ? preimagesOf(resolved) : resolved.preimages
  if (whole === undefined) return true
  return decoded.preimages.every((preimage, i) => {
    const other = whole[i]
    return other !== undefined && equalBytes(preimage, other)
  })
}

const preimagesOf = (log: Uint8Array): readonly Uint8Array[] | undefined => {
  const decoded = readKel(log)
  return decoded.ok ? decoded.preimages : undefined
}

/** A log that its reader took under larger limits may come along as large as it is. */
const limitsOf = (resolved: Uint8Array | ReplayedKel): KelLimits =>
  resolved instanceof Uint8Array || resolved.events.length <= 256
    ? {}
    : { maxEvents: resolved.events.length, maxBytes: encodeKel(resolved.events).length }
