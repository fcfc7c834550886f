import { publicKeyOf, sign as signBytes } from '../crypto/ed25519.js'
import { sha256 } from '../crypto/sha256.js'
import { equalBytes } from '../encoding/equal-bytes.js'
import { AnetError, orThrow, type Result, refuse } from '../errors.js'
import { type Envelope, envelopeOf } from './envelope.js'
import { encodeKel, eventIdOf, eventPreimage, type KelLimits, type NewKeyEvent } from './key-event.js'
import { type KeyState, type ReplayCode, type ReplayedKel, replay } from './replay.js'

/**
 * An identity and the secrets to act for it: plain data that no function here mutates or completes. Each function gives
 * the next controller; keep it, and publish its log, before anything it signs. It holds the seeds it was given, not copies:
 * wiping one ends the controller. Readers take 256 events and 64 KiB of a log, so leave room for the rotation that must come.
 */
export type Controller = {
  readonly kel: ReplayedKel
  /** The 32-byte seed of the current key. */
  readonly seed: Uint8Array
  /** The seed of the key the log commits to, if it was given; it may stay off the machine until it is needed. */
  readonly nextSeed?: Uint8Array
}

/** The key that the next rotation will reveal, as its seed or as the SHA-256 of its public key alone. */
export type Commitment = { readonly nextSeed?: Uint8Array; readonly nextDigest?: Uint8Array }

/** When an event happens, unix milliseconds: a number that is safe, or a bigint. */
export type EventTime = { readonly timestamp: bigint | number }

/**
 * Creates an identity: a log with its inception, signed by the key of `seed`. Without a commitment its key can never
 * be rotated.
 *
 * @throws an {@link AnetError}: `BAD_INPUT` for a seed that is not 32 bytes, a timestamp that is no uint64, or a `nextSeed` that
 * is `seed`.
 * @example
 * ```ts
 * import { Crypto, Kel } from 'anet-protocol'
 *
 * const utf8 = new TextEncoder()
 * const seed = Crypto.sha256(utf8.encode('anet-suite-identity-v1/cur'))
 * const nextSeed = Crypto.sha256(utf8.encode('anet-suite-identity-v1/nxt'))
 * Kel.incept({ seed, nextSeed }).kel.aid // 'bafyreicg3paeuo2nt4n575adgnovtr2y7aizti7643fxhk6zbmiaaa7q7y'
 * ```
 */
export const incept = ({
  seed,
  timestamp,
  ...commitment
}: { readonly seed: Uint8Array } & Commitment & Partial<EventTime>): Controller => {
  if (commitment.nextSeed !== undefined && equalBytes(commitment.nextSeed, seed))
    throw new AnetError('BAD_INPUT', 'the next key must be another one than the first', 'nextSeed')
  const event: NewKeyEvent = {
    seq: 0,
    type: 'icp',
    keys: [publicKeyOf(seed)],
    ...digestOf(commitment),
    threshold: 1,
    ...(timestamp === undefined ? {} : { timestamp }),
  }
  return { kel: appended(undefined, event, seed), seed, ...secretOf(commitment) }
}

/**
 * Rotates to the key the log commits to, and commits to another; without one the new key is the last. `timestamp` becomes the time at which the old key
 * stops counting, so it is required.
 *
 * @param options - `seed` is that of the committed key; needed when the controller does not hold it.
 * @throws an {@link AnetError}: `BAD_INPUT` when the committed seed is at neither place, or `nextSeed` is that of a key of the
 * log, old or new: the next rotation would bring back a key that may be known; the codes of {@link replay} for a
 * seed the log does not commit to (`KEL_UNCOMMITTED_ROTATION`), a deactivated log, or one that grows past `limits`.
 * @example
 * ```ts
 * import { Kel } from 'anet-protocol'
 *
 * const seeds = [1, 2, 3].map((byte) => new Uint8Array(32).fill(byte)) as [Uint8Array, Uint8Array, Uint8Array]
 * const first = Kel.incept({ seed: seeds[0], nextSeed: seeds[1] })
 * const second = Kel.rotate(first, { nextSeed: seeds[2], timestamp: 5000 })
 * second.kel.states.map(({ status, supersededAt }) => [status, supersededAt]) // [['rotated', 5000n], ['active', 0n]]
 * ```
 */
export const rotate = (
  controller: Controller,
  {
    seed = controller.nextSeed,
    timestamp,
    ...commitment
  }: { readonly seed?: Uint8Array } & Commitment & EventTime,
  limits?: KelLimits,
): Controller => {
  if (seed === undefined)
    throw new AnetError(
      'BAD_INPUT',
      'a rotation needs the seed of the key the log commits to (nextSeed at the event before)',
      'seed',
    )
  const { nextSeed } = commitment
  const isUsed = (key: Uint8Array): boolean =>
    controller.kel.states.some(({ currentKeys }) => currentKeys.some((used) => equalBytes(used, key)))
  if (nextSeed !== undefined && (equalBytes(nextSeed, seed) || isUsed(publicKeyOf(nextSeed))))
    throw new AnetError('BAD_INPUT', 'the next key must be a new one: this seed was used before', 'nextSeed')
  const { threshold } = headOf(controller.kel)
  const event = { type: 'rot', keys: [publicKeyOf(seed)], ...digestOf(commitment), threshold, timestamp }
  const kel = appended(controller.kel, continuing(controller.kel, event), controller.seed, limits)
  return { kel, seed, ...secretOf(commitment) }
}

/**
 * Delegates a device key, of any length.
 *
 * @throws an {@link AnetError}: the codes of {@link replay}, such as `KEL_AFTER_DEACTIVATION`.
 * @example
 * ```ts
 * import { Kel } from 'anet-protocol'
 *
 * const agent = Kel.incept({ seed: new Uint8Array(32) })
 * Kel.delegate(agent, { deviceKey: new Uint8Array(32).fill(9), timestamp: 1 }).kel.states[1]?.delegatedKeys.length // 1
 * ```
 */
export const delegate = (
  controller: Controller,
  { deviceKey, timestamp }: { readonly deviceKey: Uint8Array } & EventTime,
  limits?: KelLimits,
): Controller => extended(controller, { type: 'drt', keys: [deviceKey], timestamp }, limits)

/**
 * Adds an interaction event, which changes nothing but the log's length.
 *
 * @throws an {@link AnetError}: the codes of {@link replay}, such as `KEL_AFTER_DEACTIVATION`.
 * @example
 * ```ts
 * import { Kel } from 'anet-protocol'
 *
 * Kel.interact(Kel.incept({ seed: new Uint8Array(32) }), { timestamp: 1 }).kel.states.length // 2
 * ```
 */
export const interact = (controller: Controller, { timestamp }: EventTime, limits?: KelLimits): Controller =>
  extended(controller, { type: 'ixn', keys: null, timestamp }, limits)

/**
 * Ends the identity: nothing signed at or after `timestamp` counts, and no event can follow.
 *
 * @throws an {@link AnetError}: the codes of {@link replay}, such as `KEL_AFTER_DEACTIVATION`.
 * @example
 * ```ts
 * import { Kel } from 'anet-protocol'
 *
 * const { kel } = Kel.deactivate(Kel.incept({ seed: new Uint8Array(32) }), { timestamp: 7 })
 * kel.states.map(({ status, supersededAt }) => [status, supersededAt]) // [['rotated', 7n], ['deactivated', 0n]]
 * ```
 */
export const deactivate = (
  controller: Controller,
  { timestamp }: EventTime,
  limits?: KelLimits,
): Controller => extended(controller, { type: 'dip', keys: null, timestamp }, limits)

/**
 * Signs the preimage of an object with the current key.
 *
 * @throws an {@link AnetError}: `REVOKED_KEY` when the identity is deactivated.
 * @example
 * ```ts
 * import { Kel } from 'anet-protocol'
 *
 * Kel.sign(Kel.incept({ seed: new Uint8Array(32) }), Uint8Array.of(1)).keyStateSeq // 0n
 * ```
 */
export const sign = (controller: Controller, preimage: Uint8Array): Envelope => {
  const { aid, keyStateSeq, status } = headOf(controller.kel)
  if (status === 'deactivated') throw new AnetError('REVOKED_KEY', 'the identity is deactivated')
  return envelopeOf(aid, keyStateSeq, signBytes(controller.seed, preimage))
}

/** A controller as bytes to keep. The seeds are secrets: whoever reads them is the agent. */
export type ExportedController = {
  readonly kel: Uint8Array
  readonly seed: Uint8Array
  readonly nextSeed?: Uint8Array
}

/**
 * A controller as bytes to keep, its secrets among them.
 *
 * @example
 * ```ts
 * import { Kel } from 'anet-protocol'
 *
 * const agent = Kel.incept({ seed: new Uint8Array(32) })
 * Kel.restoreController(Kel.exportController(agent)).ok // true
 * ```
 */
export const exportController = ({ kel, ...seeds }: Controller): ExportedController => ({
  kel: encodeKel(kel.events),
  ...seeds,
})

/**
 * Restores a controller and checks that its log replays and its seeds are those of the log's keys.
 *
 * Refusals: the codes of {@link replay}; `SEEDS_MISMATCH` when `seed` is not that of the current key, or `nextSeed`
 * not that of the key the log commits to.
 *
 * @example
 * ```ts
 * import { Kel } from 'anet-protocol'
 *
 * const kept = Kel.exportController(Kel.incept({ seed: new Uint8Array(32) }))
 * Kel.restoreController({ ...kept, seed: new Uint8Array(32).fill(1) }) // { ok: false, code: 'SEEDS_MISMATCH', … }
 * ```
 */
export const restoreController = (
  { kel, seed, nextSeed }: ExportedController,
  limits?: KelLimits,
): Result<{ readonly controller: Controller }, ReplayCode | 'SEEDS_MISMATCH'> => {
  const replayed = replay(kel, limits)
  if (!replayed.ok) return replayed
  const [currentKey] = headOf(replayed.kel).currentKeys
  if (!isSeedOf(seed, (key) => equalBytes(key, currentKey))) {
    return refuse('SEEDS_MISMATCH', 'the seed is not that of the current key', 'seed')
  }
  if (nextSeed === undefined) return { ok: true, controller: { kel: replayed.kel, seed } }
  const establishment = replayed.kel.events.findLast(
    ({ event: { type } }) => type === 'icp' || type === 'rot',
  )
  const digest = establishment?.event.nextDigest
  if (!isSeedOf(nextSeed, (key) => digest != null && equalBytes(sha256(key), digest))) {
    return refuse('SEEDS_MISMATCH', 'the next seed is not that of the key the log commits to', 'nextSeed')
  }
  return { ok: true, controller: { kel: replayed.kel, seed, nextSeed } }
}

type LaterEvent = Pick<NewKeyEvent, 'type' | 'keys' | 'nextDigest' | 'timestamp'>

const isSeedOf = (seed: Uint8Array, matches: (publicKey: Uint8Array) => boolean): boolean =>
  seed.length === 32 && matches(publicKeyOf(seed))

const headOf = (kel: ReplayedKel): KeyState => kel.states.at(-1)!

const digestOf = ({ nextSeed, nextDigest }: Commitment): { nextDigest?: Uint8Array } => {
  if (nextSeed !== undefined) return { nextDigest: sha256(publicKeyOf(nextSeed)) }
  if (nextDigest === undefined) return {}
  if (nextDigest.length !== 32) throw new AnetError('BAD_INPUT', 'a digest has 32 bytes', 'nextDigest')
  return { nextDigest }
}

const secretOf = ({ nextSeed }: Commitment): { nextSeed?: Uint8Array } =>
  nextSeed === undefined ? {} : { nextSeed }

const continuing = (kel: ReplayedKel, event: LaterEvent & { readonly threshold: number }): NewKeyEvent => {
  // Without its time a rotation or deactivation would retire its key for everything ever signed.
  if (event.timestamp === undefined)
    throw new AnetError(
      'BAD_INPUT',
      'the timestamp is missing: when it happens, in unix milliseconds',
      'timestamp',
    )
  const { aid, keyStateSeq, lastEventId } = headOf(kel)
  return { aid, seq: keyStateSeq + 1n, prev: lastEventId, ...event }
}

const extended = (controller: Controller, event: LaterEvent, limits?: KelLimits): Controller => {
  const { threshold } = headOf(controller.kel)
  const kel = appended(
    controller.kel,
    continuing(controller.kel, { ...event, threshold }),
    controller.seed,
    limits,
  )
  return { ...controller, kel }
}

/** The log with one more event, replayed by the rules every reader applies. */
const appended = (
  kel: ReplayedKel | undefined,
  event: NewKeyEvent,
  seed: Uint8Array,
  limits?: KelLimits,
): ReplayedKel => {
  const preimage = eventPreimage(event)
  const signed = { event, sig: signBytes(seed, preimage), eventId: eventIdOf(preimage) }
  const events = [...(kel?.events ?? []), signed] as ReplayedKel['events']
  return orThrow(replay(encodeKel(events), limits)).kel
}
