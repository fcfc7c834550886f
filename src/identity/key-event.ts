import { headLength, itemAt, itemEnd } from '../encoding/cbor.js'
import { type Cid, cidOf } from '../encoding/cid.js'
import {
  always,
  bytes,
  decodeBy,
  encodeAs,
  encodeObject,
  list,
  Malformed,
  nested,
  optional,
  type Read,
  schema,
  text,
  uint,
  uint32,
  type Written,
} from '../encoding/wire-object.js'
import { type Result, refuse } from '../errors.js'

const keyEvent = schema({
  aid: optional(1, text),
  seq: always(2, uint),
  prev: optional(3, text),
  type: always(4, text),
  keys: always(5, list(bytes)),
  nextDigest: optional(6, bytes),
  threshold: always(7, uint32),
  timestamp: optional(8, uint),
})

const signedEvent = schema({
  event: always(1, nested(keyEvent)),
  sig: always(2, bytes),
  eventId: always(3, text),
})

const kel = list(nested(signedEvent))

/**
 * A key event (PROTOCOL: Identity): `type` is `icp` inception, `rot` rotation, `ixn` interaction, `drt` delegation of
 * a device key or `dip` deactivation; `timestamp` is unix milliseconds; `nextDigest` is the SHA-256 of the next
 * public key; `keys` is null when the event carries none.
 *
 * @interface
 */
export type KeyEvent = Read<typeof keyEvent>

/**
 * A key event to be written: {@link KeyEvent}, its integers also as safe numbers.
 *
 * @interface
 */
export type NewKeyEvent = Written<typeof keyEvent>

/**
 * A key event, its signature and the id its writer states, which no reader trusts.
 *
 * @interface
 */
export type SignedEvent = Read<typeof signedEvent>

/** How much of a log a reader takes; the defaults are those of the reference implementation. */
export type KelLimits = {
  /** The most bytes, 65,536 by default. */
  readonly maxBytes?: number
  /** The most events, 256 by default. */
  readonly maxEvents?: number
}

/**
 * Reads a key event log, the CoreDet-CBOR array of its signed events, and judges nothing of what they say.
 *
 * Refusals: `KEL_TOO_LARGE` over `maxBytes` (judged first) or `maxEvents` (judged last); `KEL_MALFORMED` when the
 * bytes are not a list of signed events.
 *
 * @example
 * ```ts
 * import { Kel } from 'anet-protocol'
 *
 * Kel.decodeKel(Uint8Array.of(0x80)) // { ok: true, events: [] }
 * ```
 */
export const decodeKel = (
  encoded: Uint8Array,
  limits?: KelLimits,
): Result<{ readonly events: readonly SignedEvent[] }, KelCode> => {
  const read = readKel(encoded, limits)
  return read.ok ? { ok: true, events: read.events } : read
}

/** Why bytes are no log that a reader takes. */
export type KelCode = 'KEL_MALFORMED' | 'KEL_TOO_LARGE'

/** {@link decodeKel}, and the preimage of each event. */
export const readKel = (
  encoded: Uint8Array,
  { maxBytes = 65_536, maxEvents = 256 }: KelLimits = {},
): Result<
  { readonly events: readonly SignedEvent[]; readonly preimages: readonly Uint8Array[] },
  KelCode
> => {
  if (encoded.length > maxBytes) {
    return refuse('KEL_TOO_LARGE', `the log has ${encoded.length} bytes, more than ${maxBytes}`)
  }
  const read = decodeBy(encoded, (value, reading) => ({ events: kel.read(value, reading)!, reading }))
  if (read instanceof Malformed) return refuse('KEL_MALFORMED', read.message, read.path)
  const { events, reading } = read
  if (events.length > maxEvents) {
    return refuse('KEL_TOO_LARGE', `the log has ${events.length} events, more than ${maxEvents}`)
  }
  return { ok: true, events, preimages: reading.isExact ? preimagesIn(encoded) : preimagesOf(events) }
}

/**
 * The bytes of a key event log.
 *
 * @example
 * ```ts
 * import { Kel } from 'anet-protocol'
 *
 * const { kel } = Kel.incept({ seed: new Uint8Array(32) })
 * Kel.decodeKel(Kel.encodeKel(kel.events)).ok // true
 * ```
 */
export const encodeKel = (events: readonly SignedEvent[]): Uint8Array => encodeAs(kel, events)

/** The bytes that an event's signature and id are over. */
export const eventPreimage = (event: NewKeyEvent): Uint8Array => encodeObject(keyEvent, event)

/** The id of an event: the CID of its preimage. */
export const eventIdOf = (preimage: Uint8Array): Cid => cidOf(preimage)

/** The preimage of each event. */
export const preimagesOf = (events: readonly SignedEvent[]): readonly Uint8Array[] =>
  events.map(({ event }) => eventPreimage(event))

/** The preimages in the bytes of a log that was read exactly: each is the first member, of key 1, of its signed event. */
const preimagesIn = (encoded: Uint8Array): readonly Uint8Array[] => {
  const preimages: Uint8Array[] = []
  for (let start = headLength(encoded[0]!); start < encoded.length; start = itemEnd(encoded, start)) {
    preimages.push(itemAt(encoded, start + 2))
  }
  return preimages
}
