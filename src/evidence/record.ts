import { type CborValue, encodeCbor, isMap } from '../encoding/cbor.js'
import { type Cid, cidOf } from '../encoding/cid.js'
import {
  always,
  any,
  bytes,
  decodeObject,
  encodeObject,
  int,
  list,
  Malformed,
  optional,
  type Read,
  schema,
  text,
  uint,
} from '../encoding/wire-object.js'
import { type Result, refuse } from '../errors.js'
import { type Controller, sign } from '../identity/controller.js'

/** What the id and the signature are over. */
const preimage = {
  chainDid: always(1, text),
  seq: always(2, uint),
  prevId: always(3, text),
  eventType: always(4, text),
  versionMajor: always(5, uint),
  payload: always(6, any),
  timestamp: always(7, int),
  signerAid: always(8, text),
  keyStateSeq: always(9, uint),
  criticalExtensions: optional(10, list(text)),
}

const recordPreimage = schema(preimage)

const eventRecord = schema({
  ...preimage,
  id: optional(11, text),
  sig: optional(12, bytes),
  versionMinor: optional(13, uint),
  corrId: optional(14, text),
})

/**
 * An event record (PROTOCOL: Evidence chain): something its signer says happened at `timestamp`, unix milliseconds. The
 * payload is mostly a map with text keys; `criticalExtensions` are carried, not judged; `versionMinor` and `corrId` are
 * not signed.
 *
 * @interface
 */
export type EventRecord = Read<typeof eventRecord>

/** The only major version there is. */
export const RECORD_VERSION = 2n

/** The prev_id of the first record of every chain. */
export const GENESIS_PREV_ID: Cid = cidOf(encodeCbor('anet:ael:genesis'))

/**
 * The event types that occur (PROTOCOL: Evidence chain). The list is open: a reader passes on what it does not know.
 *
 * @example
 * ```ts
 * import { Evidence } from 'anet-protocol'
 *
 * Evidence.EVENT_TYPES.includes('anet.payment.authorized') // true
 * ```
 */
export const EVENT_TYPES = [
  'anet.delegation.sent',
  'anet.delegation.received',
  'anet.delegation.refused_summary',
  'anet.result.accepted',
  'anet.interaction.receipt',
  'anet.interaction.pruned',
  'anet.capability.effect',
  'anet.payment.authorized',
  'anet.payment.settled',
  'anet.payment.quoted',
  'anet.credit.redeemed',
  'anet.voucher.redeemed',
  'anet.voucher.refused',
  'anet.issuance.head_seen',
  'anet.policy.changed',
  'anet.autoreply.invoked',
  'anet.message.sent',
  'anet.message.received',
  'anet.shell.command',
  'anet.shell.refused',
  'anet.backend.forwarded',
  'anet.delivery.expired',
  'anet.evidence.gap',
] as const

/**
 * Reads an event record. Its version, id, signature and link are not judged; unknown keys are ignored.
 *
 * Refusals: `MALFORMED_RECORD` when the bytes are none, or the timestamp is not above 0.
 *
 * @example
 * ```ts
 * import { Evidence } from 'anet-protocol'
 *
 * Evidence.decodeRecord(Uint8Array.of(0xa0)) // { ok: false, code: 'MALFORMED_RECORD', … }
 * ```
 */
export const decodeRecord = (
  encoded: Uint8Array,
): Result<{ readonly record: EventRecord }, 'MALFORMED_RECORD'> => {
  const record = decodeObject(eventRecord, encoded)
  if (record instanceof Malformed) return refuse('MALFORMED_RECORD', record.message, record.path)
  return record.timestamp > 0n
    ? { ok: true, record }
    : refuse('MALFORMED_RECORD', 'a record says when it was written', 'timestamp')
}

/** The bytes that a record's id and signature are over. */
export const preimageOf = (record: EventRecord): Uint8Array => encodeObject(recordPreimage, record)

/** What a new record says; its payload by its members' names. */
export type NewRecord = {
  readonly chainDid: string
  readonly seq: bigint
  readonly prevId: string
  readonly eventType: string
  readonly payload: Readonly<Record<string, CborValue>>
  /** Unix milliseconds, above 0. */
  readonly timestamp: bigint
  readonly criticalExtensions?: readonly string[]
  readonly corrId?: string
}

/**
 * Signs an event record.
 *
 * @throws an `AnetError`: `BAD_INPUT` for a member out of range; `REVOKED_KEY` when the identity is deactivated.
 * @example
 * ```ts
 * import { Evidence, Kel } from 'anet-protocol'
 *
 * const signer = Kel.incept({ seed: new Uint8Array(32) })
 * const bytes = Evidence.signRecord(signer, {
 *   chainDid: Kel.didOf(signer.kel.aid),
 *   seq: 0n,
 *   prevId: Evidence.GENESIS_PREV_ID,
 *   eventType: 'anet.policy.changed',
 *   payload: { policy: 'open' },
 *   timestamp: 1767225600000n,
 * })
 * Evidence.append(Evidence.EMPTY_CHAIN, bytes, signer.kel).chain.state // 'ACTIVE'
 * ```
 */
export const signRecord = (signer: Controller, { payload, corrId, ...said }: NewRecord): Uint8Array => {
  const { aid, keyStateSeq } = signer.kel.states.at(-1)!
  const record = {
    ...said,
    versionMajor: RECORD_VERSION,
    payload: new Map(Object.entries(payload)),
    signerAid: aid,
    keyStateSeq,
  }
  const signed = encodeObject(recordPreimage, record)
  const { sig } = sign(signer, signed)
  return encodeObject(eventRecord, {
    ...record,
    id: cidOf(signed),
    sig,
    ...(corrId === undefined ? {} : { corrId }),
  })
}

/** A member of a record's payload; undefined when the payload is no map or has no such member. */
export const payloadMember = (
  { payload }: Pick<EventRecord, 'payload'>,
  name: string,
): CborValue | undefined => (isMap(payload) ? payload.get(name) : undefined)
