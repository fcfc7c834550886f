import { verify } from '../crypto/ed25519.js'
import { sha256 } from '../crypto/sha256.js'
import type { Cid } from '../encoding/cid.js'
import { equalBytes } from '../encoding/equal-bytes.js'
import { type Failure, type Result, refuse } from '../errors.js'
import type { Aid } from './aid.js'
import {
  eventIdOf,
  type KelLimits,
  type KeyEvent,
  preimagesOf,
  readKel,
  type SignedEvent,
} from './key-event.js'

/** What the log says after one of its events. */
export type KeyState = {
  readonly aid: Aid
  /** The one key that signs in this state; 32 bytes. */
  readonly currentKeys: readonly [Uint8Array]
  /** As the last establishment event states it; carried, not judged. */
  readonly threshold: number
  readonly keyStateSeq: bigint
  readonly status: 'active' | 'rotated' | 'deactivated'
  readonly lastEventId: Cid
  /** Every device key delegated so far, repeats kept. */
  readonly delegatedKeys: readonly Uint8Array[]
  /** Unix milliseconds of the rotation or deactivation that retired this state; 0 when none did, or it gave no time. */
  readonly supersededAt: bigint
}

/** A key event log that replayed: every link, commitment and signature in it holds. Made by {@link replay} alone. */
export type ReplayedKel = {
  readonly aid: Aid
  readonly events: readonly SignedEvent[]
  /** The bytes each event's signature is over, by seq. */
  readonly preimages: readonly Uint8Array[]
  /** One key state per event, by seq. */
  readonly states: readonly KeyState[]
  readonly [replayed]: true
}
declare const replayed: unique symbol

/** Why a log does not replay. */
export type ReplayCode =
  | 'KEL_MALFORMED'
  | 'KEL_TOO_LARGE'
  | 'KEL_EMPTY'
  | 'KEL_BAD_INCEPTION'
  | 'KEL_AID_MISMATCH'
  | 'KEL_BAD_SEQ'
  | 'KEL_BROKEN_LINK'
  | 'KEL_AFTER_DEACTIVATION'
  | 'KEL_UNKNOWN_EVENT'
  | 'KEL_BAD_KEYS'
  | 'KEL_UNCOMMITTED_ROTATION'
  | 'KEL_BAD_SIGNATURE'

/**
 * Replays a key event log: checks every event against the ones before it and gives the key state after each
 * (PROTOCOL: Identity). The result is a reusable value that every verifying function takes, so that nobody replays twice.
 *
 * Refusals, the first event that fails, its checks in this order. The whole log: `KEL_TOO_LARGE` and `KEL_MALFORMED` as
 * `decodeKel` has them, `KEL_EMPTY` without an event. The inception: `KEL_BAD_INCEPTION` for another type, a
 * seq or a prev; `KEL_AID_MISMATCH` when it states an aid; `KEL_BAD_KEYS` without exactly one 32-byte key;
 * `KEL_BAD_SIGNATURE` when not signed by that key. A later event: `KEL_AID_MISMATCH`, `KEL_BAD_SEQ`,
 * `KEL_BROKEN_LINK` when it does not continue the log; `KEL_AFTER_DEACTIVATION`; `KEL_UNKNOWN_EVENT` for another type, a
 * second icp too; `KEL_BAD_KEYS` for a rot without exactly one 32-byte key or a drt without exactly one key;
 * `KEL_UNCOMMITTED_ROTATION`; `KEL_BAD_SIGNATURE` when not signed by the current key.
 *
 * @example
 * ```ts
 * import { Kel } from 'anet-protocol'
 *
 * const { kel } = Kel.incept({ seed: new Uint8Array(32) })
 * const replayed = Kel.replay(Kel.encodeKel(kel.events))
 * replayed.ok && replayed.kel.states[0]?.status // 'active'
 * ```
 */
export const replay = (
  log: Uint8Array | readonly SignedEvent[],
  limits?: KelLimits,
): Result<{ readonly kel: ReplayedKel }, ReplayCode> => {
  const decoded =
    log instanceof Uint8Array
      ? readKel(log, limits)
      : { ok: true as const, events: log, preimages: preimagesOf(log) }
  if (!decoded.ok) return decoded
  const { events, preimages } = decoded
  const { heads, fault } = link(events, preimages)
  // An event's signature is judged last of it, but before the next event.
  for (let i = 0; i < heads.length; i++) {
    const { event, sig } = events[i]!
    const signer = heads[i - 1]?.key ?? event.keys![0]!
    if (!verify(signer, preimages[i]!, sig ?? NO_BYTES)) {
      return refuse('KEL_BAD_SIGNATURE', 'the signature of the event does not verify', `[${i}]`)
    }
  }
  if (fault !== undefined) return fault
  const first = heads[0]
  if (first === undefined) return refuse('KEL_EMPTY', 'the log holds no event')
  const kel: Omit<ReplayedKel, typeof replayed> = {
    aid: first.aid,
    events,
    preimages,
    states: statesOf(events, heads),
  }
  return { ok: true, kel: kel as ReplayedKel }
}

/**
 * The key states that are current now: from the last rotation, or the inception, to the end of the log; none once the
 * log is deactivated.
 *
 * @example
 * ```ts
 * import { Kel } from 'anet-protocol'
 *
 * Kel.currentStates(Kel.incept({ seed: new Uint8Array(32) }).kel).length // 1
 * ```
 */
export const currentStates = (kel: ReplayedKel): readonly KeyState[] =>
  kel.states.filter(({ status }) => status === 'active')

const NO_BYTES = new Uint8Array()

const NO_KEYS: readonly Uint8Array[] = []

/** The log as far as its events continue each other, whoever signed them, and why it goes no further. */
const link = (
  events: readonly SignedEvent[],
  preimages: readonly Uint8Array[],
): { readonly heads: readonly Head[]; readonly fault: Failure<ReplayCode> | undefined } => {
  const heads: Head[] = []
  for (let i = 0; i < events.length; i++) {
    const { event } = events[i]!
    const head = heads[i - 1]
    const fault = head === undefined ? inceptionFault(event) : continuationFault(event, head)
    if (fault !== undefined) return { heads, fault: { ...fault, path: `[${i}]` } }
    const id = eventIdOf(preimages[i]!)
    heads.push(head === undefined ? headAfterInception(event, id) : headAfter(event, id, head))
  }
  return { heads, fault: undefined }
}

/** Where the log stands after one of its events. */
type Head = {
  readonly aid: Aid
  readonly seq: bigint
  readonly id: Cid
  readonly key: Uint8Array
  /** Of the last establishment event; a digest on any other never counts, or a thief of the key could re-commit. */
  readonly nextDigest: Uint8Array | undefined
  readonly threshold: number
  /** How many device keys were delegated so far. */
  readonly delegations: number
  readonly isDeactivated: boolean
}

const inceptionFault = (event: KeyEvent): Failure<ReplayCode> | undefined => {
  if (event.type !== 'icp' || event.seq !== 0n || event.prev !== undefined) {
    return refuse('KEL_BAD_INCEPTION', 'a log starts with an icp of seq 0 without a prev')
  }
  if (event.aid !== undefined)
    return refuse('KEL_AID_MISMATCH', 'an icp cannot state the aid it is hashed to')
  return oneSigningKeyFault(event)
}

const continuationFault = (event: KeyEvent, head: Head): Failure<ReplayCode> | undefined => {
  if (event.aid !== head.aid) return refuse('KEL_AID_MISMATCH', 'the event is of another log')
  if (event.seq !== head.seq + 1n) return refuse('KEL_BAD_SEQ', `the seq is not ${head.seq + 1n}`)
  if (event.prev !== head.id) return refuse('KEL_BROKEN_LINK', 'the prev is not the id of the event before')
  if (head.isDeactivated) return refuse('KEL_AFTER_DEACTIVATION', 'the log ended with its dip')
  switch (event.type) {
    case 'rot':
      return oneSigningKeyFault(event) ?? commitmentFault(event, head)
    case 'drt':
      return event.keys?.length === 1 ? undefined : refuse('KEL_BAD_KEYS', 'a drt delegates exactly one key')
    case 'ixn':
    case 'dip':
      return undefined
    default:
      return refuse('KEL_UNKNOWN_EVENT', 'a later event is a rot, ixn, drt or dip')
  }
}

const oneSigningKeyFault = ({ keys }: KeyEvent): Failure<ReplayCode> | undefined =>
  keys?.length === 1 && keys[0]!.length === 32
    ? undefined
    : refuse('KEL_BAD_KEYS', 'an establishment event has exactly one key of 32 bytes')

const commitmentFault = ({ keys }: KeyEvent, { nextDigest }: Head): Failure<ReplayCode> | undefined =>
  nextDigest !== undefined && equalBytes(sha256(keys![0]!), nextDigest)
    ? undefined
    : refuse(
        'KEL_UNCOMMITTED_ROTATION',
        'the log does not commit to this key, or to none, and then cannot be rotated',
      )

const headAfterInception = (event: KeyEvent, id: Cid): Head => ({
  aid: id as string as Aid,
  seq: event.seq,
  id,
  key: event.keys![0]!,
  nextDigest: event.nextDigest ?? undefined,
  threshold: event.threshold,
  delegations: 0,
  isDeactivated: false,
})

const headAfter = (event: KeyEvent, id: Cid, head: Head): Head => {
  const next = { ...head, seq: event.seq, id }
  switch (event.type) {
    case 'rot':
      return {
        ...next,
        key: event.keys![0]!,
        nextDigest: event.nextDigest ?? undefined,
        threshold: event.threshold,
      }
    case 'drt':
      return { ...next, delegations: head.delegations + 1 }
    case 'dip':
      return { ...next, isDeactivated: true }
    default:
      return next
  }
}

/** A rot or dip retires every state before it that none has retired yet. */
const statesOf = (events: readonly SignedEvent[], heads: readonly Head[]): readonly KeyState[] => {
  const states: KeyState[] = []
  const delegated: Uint8Array[] = []
  for (const { event } of events) if (event.type === 'drt') delegated.push(event.keys![0]!)
  let retiredBy: KeyEvent | undefined
  for (let i = heads.length - 1; i >= 0; i--) {
    const head = heads[i]!
    const { event } = events[i]!
    states.push({
      aid: head.aid,
      currentKeys: [head.key],
      threshold: head.threshold,
      keyStateSeq: head.seq,
      status: head.isDeactivated ? 'deactivated' : retiredBy === undefined ? 'active' : 'rotated',
      lastEventId: head.id,
      delegatedKeys: head.delegations === 0 ? NO_KEYS : delegated.slice(0, head.delegations),
      supersededAt: retiredBy?.timestamp ?? 0n,
    })
    if (event.type === 'rot' || event.type === 'dip') retiredBy = event
  }
  return states.reverse()
}
