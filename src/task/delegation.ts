import type { Cid } from '../encoding/cid.js'
import { cidOf } from '../encoding/cid.js'
import {
  always,
  bytes,
  decodeObject,
  encodeObject,
  list,
  Malformed,
  nested,
  optional,
  orNull,
  type Read,
  schema,
  text,
  type Written,
} from '../encoding/wire-object.js'
import { type Result, refuse } from '../errors.js'
import type { Aid } from '../identity/aid.js'
import { type Controller, sign } from '../identity/controller.js'
import { type Envelope, envelope, isEnvelope } from '../identity/envelope.js'
import { isPrefixOf } from '../identity/extend.js'
import { encodeKel } from '../identity/key-event.js'
import type { ReplayedKel } from '../identity/replay.js'
import { type ObjectCode, verifyObject } from '../identity/verify-object.js'
import { attachment, type NewAttachment } from './attachment.js'
import {
  decodeTaskDoc,
  encodeTaskDoc,
  goalOf,
  type NewTaskDoc,
  type TaskDoc,
  taskDocPreimage,
} from './task-doc.js'

const delegateReq = schema({
  taskdoc: always(1, bytes),
  envelope: always(2, orNull(nested(envelope))),
  kel: always(3, bytes),
  interactionId: always(4, text),
  attachments: optional(5, list(nested(attachment))),
  payment: optional(6, bytes),
  contextId: optional(7, text),
  metadata: optional(8, bytes),
})

/**
 * A delegation on the wire (PROTOCOL: Wire objects), its envelope usable or absent; nothing inside it is judged.
 *
 * @interface
 */
export type DelegateReq = Omit<Read<typeof delegateReq>, 'envelope'> & { readonly envelope: Envelope | null }

/**
 * A delegation to be written: {@link DelegateReq}, its integers also as safe numbers.
 *
 * @interface
 */
export type NewDelegateReq = Written<typeof delegateReq>

/** What travels beside a request. None of it is signed: the sealed channel it came through vouches for it. */
export type DelegationExtras = {
  readonly attachments?: readonly NewAttachment[]
  /** The bytes of a payment, for a request that is paid ahead. */
  readonly payment?: Uint8Array
  readonly contextId?: string
  /** JSON. */
  readonly metadata?: Uint8Array
}

/**
 * Reads a DelegateReq.
 *
 * Refusals: `MALFORMED_DELEGATION` when the bytes are none, or its envelope has another algorithm than EdDSA or a signature
 * that is not 64 bytes.
 *
 * @example
 * ```ts
 * import { Task } from 'anet-protocol'
 *
 * Task.decodeDelegation(Uint8Array.of(0x80)) // { ok: false, code: 'MALFORMED_DELEGATION', … }
 * ```
 */
export const decodeDelegation = (
  encoded: Uint8Array,
): Result<{ readonly delegation: DelegateReq }, 'MALFORMED_DELEGATION'> => {
  const delegation = decodeObject(delegateReq, encoded)
  if (delegation instanceof Malformed) {
    return refuse('MALFORMED_DELEGATION', delegation.message, delegation.path)
  }
  if (delegation.envelope !== null && !isEnvelope(delegation.envelope)) {
    return refuse('MALFORMED_DELEGATION', 'not EdDSA, or a signature that is not 64 bytes', 'envelope')
  }
  return { ok: true, delegation: delegation as DelegateReq }
}

/**
 * The bytes of a DelegateReq.
 *
 * @throws an `AnetError`: `BAD_INPUT` for a member of another type or range.
 * @example
 * ```ts
 * import { Task } from 'anet-protocol'
 *
 * const unsigned = { taskdoc: new Uint8Array(), envelope: null, kel: null, interactionId: 'ix-1' }
 * Task.decodeDelegation(Task.encodeDelegation(unsigned)).ok // true
 * ```
 */
export const encodeDelegation = (delegation: NewDelegateReq): Uint8Array =>
  encodeObject(delegateReq, delegation)

/**
 * Signs a request and wraps it for sending.
 *
 * @throws an `AnetError`: `BAD_INPUT` for a member of another type or range; `REVOKED_KEY` when the identity is
 * deactivated.
 * @example
 * ```ts
 * import { Kel, Task } from 'anet-protocol'
 *
 * const agent = Kel.incept({ seed: new Uint8Array(32) })
 * const request = Task.buildTextTask({ words: 'do x', nonce: new Uint8Array(16) })
 * const bytes = Task.delegate(agent, request, { interactionId: 'ix-1' })
 * Task.verifyDelegation(bytes, { kel: agent.kel, msgTime: 1767225600000n }).ok // true
 * ```
 */
export const delegate = (
  requester: Controller,
  request: NewTaskDoc,
  { interactionId, ...extras }: { readonly interactionId: string } & DelegationExtras,
): Uint8Array =>
  encodeDelegation({
    taskdoc: encodeTaskDoc(request),
    envelope: sign(requester, taskDocPreimage(request)),
    kel: encodeKel(requester.kel.events),
    interactionId,
    ...extras,
  })

/** Why a delegation is refused. */
export type DelegationCode =
  | 'MALFORMED_DELEGATION'
  | 'UNSIGNED'
  | 'KEL_UNAVAILABLE'
  | 'BODY_KEL_MISMATCH'
  | ObjectCode

/**
 * A request whose requester signed it: its major version, links and tasks. Its `meta`, `critical` and minor version are not signed,
 * nor are the members beside it ({@link DelegationExtras}).
 */
export type VerifiedDelegation = {
  /** Who signed the request. */
  readonly requesterAid: Aid
  /** The CID of the request's bytes as sent, which the receipt must name. */
  readonly requestCid: Cid
  readonly interactionId: string
  /** The request in words. */
  readonly goal: string
  readonly request: TaskDoc
  readonly delegation: DelegateReq
}

/**
 * Verifies a delegation against its requester's key event log (PROTOCOL: Verifying a delegation).
 *
 * Refusals, in this order: `MALFORMED_DELEGATION`; `UNSIGNED`; `MALFORMED_DELEGATION` for an empty interaction id, or a request
 * that does not decode or holds no task; `KEL_UNAVAILABLE` without a resolved log; `BODY_KEL_MISMATCH` when the body carries a log
 * that is neither the resolved one nor a prefix of it; then the codes of `Kel.verifyObject` at the message's time.
 *
 * @param options - `kel`: the log as the reader resolved it, undefined when it could not be had; `msgTime`: unix
 * milliseconds, never taken from the sender when it is 0
 * @example
 * ```ts
 * import { Task } from 'anet-protocol'
 *
 * Task.verifyDelegation(new Uint8Array(), { kel: undefined, msgTime: 1n }) // { ok: false, code: 'MALFORMED_DELEGATION', … }
 * ```
 */
export const verifyDelegation = (
  encoded: Uint8Array,
  { kel, msgTime }: { readonly kel: Uint8Array | ReplayedKel | undefined; readonly msgTime: bigint },
): Result<VerifiedDelegation, DelegationCode> => {
  const decoded = decodeDelegation(encoded)
  if (!decoded.ok) return decoded
  const { delegation } = decoded
  if (delegation.envelope === null) return refuse('UNSIGNED', 'the delegation has no envelope', 'envelope')
  const { signerAid, keyStateSeq, sig } = delegation.envelope
  const request = readRequest(delegation)
  if (!request.ok) return request
  if (kel === undefined) return refuse('KEL_UNAVAILABLE', 'the requester’s log could not be had')
  if (delegation.kel !== null && delegation.kel.length > 0 && !isPrefixOf(delegation.kel, kel)) {
    return refuse('BODY_KEL_MISMATCH', 'the log is neither the resolved one nor a prefix of it', 'kel')
  }
  const { doc } = request
  const preimage = taskDocPreimage(doc)
  const verified = verifyObject(kel, { signerAid, keyStateSeq, msgTime, preimage, signature: sig })
  if (!verified.ok) return verified
  return {
    ok: true,
    requesterAid: verified.state.aid,
    requestCid: cidOf(delegation.taskdoc!),
    interactionId: delegation.interactionId,
    goal: goalOf(doc),
    request: doc,
    delegation,
  }
}

const readRequest = ({
  interactionId,
  taskdoc,
}: DelegateReq): Result<{ readonly doc: TaskDoc }, 'MALFORMED_DELEGATION'> => {
  if (interactionId === '') return refuse('MALFORMED_DELEGATION', 'empty', 'interactionId')
  const decoded = decodeTaskDoc(taskdoc ?? new Uint8Array())
  if (!decoded.ok) return refuse('MALFORMED_DELEGATION', `the request is none: ${decoded.detail}`, 'taskdoc')
  return (decoded.doc.tasks?.length ?? 0) > 0
    ? decoded
    : refuse('MALFORMED_DELEGATION', 'the request holds no task', 'taskdoc')
}
