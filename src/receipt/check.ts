import { type Cid, cidOf } from '../encoding/cid.js'
import { type Failure, type Result, refuse } from '../errors.js'
import type { Envelope } from '../identity/envelope.js'
import { isPrefixOf } from '../identity/extend.js'
import { type ReplayedKel, replay } from '../identity/replay.js'
import { signatureFault } from '../identity/signed-object.js'
import { stateAt } from '../identity/verify-object.js'
import { decodeConversation, type RecordedAttachment, type RecordedMessage } from '../task/conversation.js'
import { DAY, type DecodedReceipt, decode, type Receipt } from './receipt.js'

/** A message the requester sent that enters a conversation record. */
export type SentMessage = Pick<RecordedMessage, 'body' | 'attachments'>

/** What the requester knows about the work it gets a receipt for, and what came back. */
export type Completion = {
  /** The receipt as it came; undefined or empty when none did. */
  readonly receipt: Uint8Array | undefined
  /** The provider's log as the caller resolved it; undefined when it could not be had. */
  readonly kel: Uint8Array | ReplayedKel | undefined
  /** The log that came along with the result: no proof of anything, but it must not differ from the resolved one. */
  readonly bodyKel?: Uint8Array
  /** Who was asked. */
  readonly providerAid: string
  /** The request's bytes as they were sent. */
  readonly request: Uint8Array
  /** The conversation record's or deliverable's bytes as they were received. */
  readonly deliverable: Uint8Array
  readonly requesterAid?: string
  readonly interactionId?: string
  /** What the requester sent that enters the record, the request first; leave it out for a capability's deliverable. */
  readonly sent?: readonly SentMessage[]
  /** When the message that brought the result says it was sent, unix milliseconds. */
  readonly msgTime?: bigint
}

/** What a check could not compare, because the caller or the receipt does not say. */
export type Unchecked = 'requester' | 'interaction' | 'conversation'

/** Why a result is dropped. */
export type RefusedCode =
  | 'MALFORMED_RECEIPT'
  | 'UNSIGNED'
  | 'SIGNER_MISMATCH'
  | 'PROVIDER_MISMATCH'
  | 'REQUESTER_MISMATCH'
  | 'INTERACTION_MISMATCH'
  | 'REQUEST_MISMATCH'
  | 'RESULT_MISMATCH'
  | 'BODY_KEL_MISMATCH'
  | 'KEY_STATE_DOWNGRADE'
  | 'INVALID_SIGNATURE'
  | 'REVOKED_KEY'

/** Why a receipt could not be checked. */
export type UnverifiedCode = 'KEL_UNAVAILABLE' | 'KEL_UNREADABLE' | 'UNKNOWN_AID' | 'KEY_RETIRED_SAME_DAY'

/**
 * What a check says of a completion. `detail` is the reason in words, `receiptCid` there once the receipt decoded.
 *
 * - `verified`: the provider signed this request and this result. `missing` counts the messages sent that the record
 *   ends without; they may have crossed.
 * - `mismatch`: the signature holds, and what it is over changes what the requester said.
 * - `unverified`: it could not be checked, which proves no forgery.
 * - `unknown`: no receipt came.
 * - `refused`: drop the result.
 */
export type Verdict =
  | {
      readonly verdict: 'verified'
      readonly detail: string
      readonly receiptCid: Cid
      readonly unchecked: readonly Unchecked[]
      readonly missing?: number
    }
  | {
      readonly verdict: 'mismatch'
      readonly detail: string
      readonly receiptCid: Cid
      readonly unchecked: readonly Unchecked[]
    }
  | {
      readonly verdict: 'unverified'
      readonly code: UnverifiedCode
      readonly detail: string
      readonly receiptCid: Cid
      readonly unchecked: readonly Unchecked[]
    }
  | { readonly verdict: 'unknown'; readonly detail: string; readonly unchecked: readonly Unchecked[] }
  | {
      readonly verdict: 'refused'
      readonly code: RefusedCode
      readonly detail: string
      readonly receiptCid?: Cid
      readonly unchecked: readonly Unchecked[]
    }

/**
 * Checks a completion: binds everything its receipt asserts to what the requester knows (PROTOCOL: Checking a completion).
 * Definite refusals come before "could not be checked", so that blocking a lookup never turns a drop into a keep.
 *
 * In this order. `unknown` without a receipt. `refused`: `MALFORMED_RECEIPT`, `UNSIGNED`, `SIGNER_MISMATCH` (not signed
 * by the provider it names); `PROVIDER_MISMATCH`, `REQUESTER_MISMATCH`, `INTERACTION_MISMATCH`, `REQUEST_MISMATCH`,
 * `RESULT_MISMATCH`. `unverified`: `KEL_UNAVAILABLE`, `KEL_UNREADABLE`, `UNKNOWN_AID` (the log is someone else's). `refused`:
 * `BODY_KEL_MISMATCH`, `KEY_STATE_DOWNGRADE`, `INVALID_SIGNATURE`, `REVOKED_KEY`. `unverified`: `KEY_RETIRED_SAME_DAY`. `mismatch`:
 * the record is unreadable, has no entry of the requester, or one that differs from what was sent. `verified`.
 *
 * @example
 * ```ts
 * import { Kel, Receipt, Task } from 'anet-protocol'
 *
 * const provider = Kel.incept({ seed: new Uint8Array(32) })
 * const request = Task.encodeTaskDoc(Task.buildTextTask({ words: 'do x', nonce: new Uint8Array(16) }))
 * const deliverable = Task.encodeConversation({ version: 2, nonce: 'n', messages: [{ from: 'requester', body: 'do x' }] })
 * const receipt = Receipt.issue(provider, {
 *   form: 2,
 *   requestCid: Task.requestCid(request),
 *   resultCid: Task.resultCid(deliverable),
 *   completedDay: 20454,
 * })
 * const known = { receipt, providerAid: provider.kel.aid, request, sent: [{ body: 'do x' }] }
 * Receipt.check({ ...known, deliverable, kel: provider.kel }).verdict // 'verified'
 * Receipt.check({ ...known, deliverable, kel: undefined }).verdict // 'unverified'
 * Receipt.check({ ...known, deliverable: new Uint8Array(), kel: undefined }).verdict // 'refused'
 * ```
 */
export const check = (completion: Completion): Verdict => {
  const { receipt: encoded, sent } = completion
  if (encoded === undefined || encoded.length === 0) {
    return { verdict: 'unknown', detail: 'no receipt came', unchecked: [] }
  }
  const decoded = decode(encoded)
  if (!decoded.ok) return { verdict: 'refused', code: decoded.code, detail: decoded.detail, unchecked: [] }
  const { receipt, envelope } = decoded
  const known: Known = { receiptCid: decoded.cid, unchecked: uncheckedOf(receipt, completion) }
  if (envelope === null) return verdictOf(refuse('UNSIGNED', 'the receipt has no signature'), known)
  const binding = signerFault(receipt, envelope) ?? bindingFault(receipt, completion)
  if (binding !== undefined) return verdictOf(binding, known)
  const log = readLog(completion)
  if (!log.ok) return verdictOf(log, known)
  const fault =
    bodyKelFault(completion, log.kel) ?? timedSignatureFault({ ...decoded, envelope }, log.kel, completion)
  if (fault !== undefined) return verdictOf(fault, known)
  if (sent === undefined) return { verdict: 'verified', detail: 'the provider signed it', ...known }
  const compared = compareConversation(completion.deliverable, sent)
  return compared.agrees
    ? { verdict: 'verified', detail: 'the provider signed it', ...known, missing: compared.missing }
    : { verdict: 'mismatch', detail: compared.detail, ...known }
}

type Known = { readonly receiptCid: Cid; readonly unchecked: readonly Unchecked[] }

const UNVERIFIED: readonly string[] = [
  'KEL_UNAVAILABLE',
  'KEL_UNREADABLE',
  'UNKNOWN_AID',
  'KEY_RETIRED_SAME_DAY',
] satisfies readonly UnverifiedCode[]

const isUnverified = (code: RefusedCode | UnverifiedCode): code is UnverifiedCode => UNVERIFIED.includes(code)

/** The one place that tells "drop it" from "it could not be checked". */
const verdictOf = ({ code, detail }: Failure<RefusedCode | UnverifiedCode>, known: Known): Verdict =>
  isUnverified(code)
    ? { verdict: 'unverified', code, detail, ...known }
    : { verdict: 'refused', code, detail, ...known }

/** Step 1, once the receipt decoded: it is signed by the provider it names. */
const signerFault = (receipt: Receipt, { signerAid }: Envelope): Failure<RefusedCode> | undefined =>
  signerAid === receipt.providerAid
    ? undefined
    : refuse('SIGNER_MISMATCH', 'the receipt is not signed by the provider it names')

const uncheckedOf = (receipt: Receipt, { requesterAid, interactionId, sent }: Completion): Unchecked[] => {
  const unchecked: Unchecked[] = []
  if (receipt.form === 2 || requesterAid === undefined) unchecked.push('requester')
  if (receipt.form === 2 || interactionId === undefined) unchecked.push('interaction')
  if (sent === undefined) unchecked.push('conversation')
  return unchecked
}

/** Step 2: what the receipt asserts, against what the requester knows. */
const bindingFault = (receipt: Receipt, completion: Completion): Failure<RefusedCode> | undefined => {
  const { providerAid, requesterAid, interactionId, request, deliverable } = completion
  if (receipt.providerAid !== providerAid) {
    return refuse('PROVIDER_MISMATCH', 'the receipt is of another provider than was asked')
  }
  if (receipt.form === 1) {
    if (requesterAid !== undefined && receipt.requesterAid !== requesterAid) {
      return refuse('REQUESTER_MISMATCH', 'the receipt names another requester')
    }
    if (interactionId !== undefined && receipt.interactionId !== interactionId) {
      return refuse('INTERACTION_MISMATCH', 'the receipt names another interaction')
    }
  }
  if (receipt.requestCid !== cidOf(request)) {
    return refuse('REQUEST_MISMATCH', 'the receipt is over another request than the one sent')
  }
  if (receipt.resultCid !== cidOf(deliverable)) {
    return refuse('RESULT_MISMATCH', 'the receipt is over another result than the one received')
  }
  return undefined
}

/** Step 3: the provider's log, without which nothing is proven either way. */
const readLog = ({ kel, providerAid }: Completion): Result<{ readonly kel: ReplayedKel }, UnverifiedCode> => {
  if (kel === undefined) return refuse('KEL_UNAVAILABLE', 'the provider’s log could not be had')
  const replayed = kel instanceof Uint8Array ? replay(kel) : { ok: true as const, kel }
  if (!replayed.ok) return refuse('KEL_UNREADABLE', `${replayed.code}: ${replayed.detail}`)
  return replayed.kel.aid === providerAid
    ? replayed
    : refuse('UNKNOWN_AID', 'the log is that of another agent than the provider')
}

/** Step 4: a log in the body must be the resolved one or a prefix of it. */
const bodyKelFault = ({ bodyKel }: Completion, kel: ReplayedKel): Failure<RefusedCode> | undefined =>
  bodyKel === undefined || bodyKel.length === 0 || isPrefixOf(bodyKel, kel)
    ? undefined
    : refuse('BODY_KEL_MISMATCH', 'the log in the body is neither the resolved one nor a prefix of it')

/** Step 5: the signature, at the time of the receipt. */
const timedSignatureFault = (
  { receipt, preimage, envelope }: DecodedReceipt & { readonly envelope: Envelope },
  kel: ReplayedKel,
  { msgTime }: Completion,
): Failure<RefusedCode | UnverifiedCode> | undefined => {
  const { time, isUndecided } = judgementOf(receipt, msgTime)
  const fault = signatureFault({ envelope, preimage }, kel, time)
  return fault?.code === 'REVOKED_KEY' && isUndecided(stateAt(kel, envelope.keyStateSeq)?.supersededAt ?? 0n)
    ? refuse('KEY_RETIRED_SAME_DAY', 'the key was retired within the day the work was done')
    : fault
}

type Judgement = { readonly time: bigint; readonly isUndecided: (retiredAt: bigint) => boolean }

/**
 * When the signature is judged. A day is judged at its last millisecond, which a key must have outlived, unless the message
 * states a time within it; a key retired after the day's first millisecond may have signed before or after.
 */
const judgementOf = (receipt: Receipt, msgTime = 0n): Judgement => {
  if (receipt.form === 1) {
    return { time: msgTime === 0n ? receipt.completedAt : msgTime, isUndecided: () => false }
  }
  const first = BigInt(receipt.completedDay) * DAY
  const next = first + DAY
  if (first <= msgTime && msgTime < next) return { time: msgTime, isUndecided: () => false }
  return { time: next - 1n, isUndecided: (retiredAt) => first < retiredAt && retiredAt < next }
}

type Comparison =
  | { readonly agrees: true; readonly missing: number }
  | { readonly agrees: false; readonly detail: string }

/** Step 6: the requester's entries of the record, against what the requester sent. */
const compareConversation = (deliverable: Uint8Array, sent: readonly SentMessage[]): Comparison => {
  const decoded = decodeConversation(deliverable)
  if (!decoded.ok)
    return { agrees: false, detail: `the deliverable is no conversation record: ${decoded.detail}` }
  const entries = decoded.record.messages.filter(({ from }) => from === 'requester')
  if (entries.length === 0) return { agrees: false, detail: 'the record has no entry of the requester' }
  const changed = entries.findIndex((entry, i) => sent[i] === undefined || !isSame(entry, sent[i]))
  return changed === -1
    ? { agrees: true, missing: sent.length - entries.length }
    : { agrees: false, detail: `entry ${changed} of the requester is not what was sent` }
}

const isSame = (entry: SentMessage, sent: SentMessage): boolean => {
  const recorded = entry.attachments ?? []
  const files = sent.attachments ?? []
  return (
    entry.body === sent.body &&
    recorded.length === files.length &&
    recorded.every((file, i) => isSameFile(file, files[i]!))
  )
}

/** The mime is what the provider's node detected, so it is not compared. */
const isSameFile = (a: RecordedAttachment, b: RecordedAttachment): boolean =>
  a.name === b.name && a.size === b.size && a.cid === b.cid
