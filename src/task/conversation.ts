import { type Cid, cidOf } from '../encoding/cid.js'
import { goString } from '../encoding/go-json.js'
import { isJsonArray, isJsonObject, type JsonValue, parseJson } from '../encoding/json.js'
import { pathText, type Segments } from '../encoding/json-path.js'
import { toUtf8 } from '../encoding/utf8.js'
import { AnetError, type Result, refuse } from '../errors.js'

/** A file of a conversation as its record names it. `mime` is what the provider's node detected in the bytes. */
export type RecordedAttachment = {
  readonly name: string
  readonly mime: string
  /** Bytes. */
  readonly size: number
  /** The CID of the bytes, codec raw. */
  readonly cid: string
}

/** One entry of a conversation record. */
export type RecordedMessage = {
  readonly from: 'requester' | 'provider'
  readonly body: string
  readonly attachments?: readonly RecordedAttachment[]
}

/** The canonical conversation that a receipt is over. The nonce, never empty, keeps two equal conversations apart. */
export type ConversationRecord =
  | { readonly version: 1; readonly messages: readonly RecordedMessage[] }
  | { readonly version: 2; readonly nonce: string; readonly messages: readonly RecordedMessage[] }

/**
 * The bytes of a conversation record, as Go's encoding/json writes them (PROTOCOL: Go-style JSON, Conversation record):
 * version 1 is the list of messages, version 2 an object with the nonce. Their CID is the result CID.
 *
 * @throws an {@link AnetError}: `BAD_INPUT` for an empty nonce, a size that is no safe integer, or a lone surrogate.
 * @example
 * ```ts
 * import { Task } from 'anet-protocol'
 *
 * const bytes = Task.encodeConversation({ version: 2, nonce: 'n', messages: [] })
 * new TextDecoder().decode(bytes) // '{"v":2,"nonce":"n","messages":[]}'
 * ```
 */
export const encodeConversation = (record: ConversationRecord): Uint8Array => {
  const messages = `[${record.messages.map(messageText).join(',')}]`
  if (record.version === 1) return toUtf8(messages)
  if (record.nonce === '') throw new AnetError('BAD_INPUT', 'the nonce is empty', 'nonce')
  return toUtf8(`{"v":2,"nonce":${goString(record.nonce)},"messages":${messages}}`)
}

/**
 * The *result CID* that a receipt names: that of the record's bytes, or of a capability's deliverable bytes, as they are.
 *
 * @example
 * ```ts
 * import { Task } from 'anet-protocol'
 *
 * Task.resultCid(new TextEncoder().encode('{"ok":true}')).length // 59
 * ```
 */
export const resultCid = (deliverable: Uint8Array): Cid => cidOf(deliverable)

/**
 * Reads a conversation record, either version (PROTOCOL: Conversation record). Members may stand in any order; numbers are
 * judged by value. Keep the bytes: their hash is what was signed, and encoding the record again need not give them.
 *
 * Refusals: `MALFORMED_CONVERSATION` for everything that is none: no strict JSON (noncharacters are allowed), a missing,
 * unknown or repeated member, null, another version, an empty nonce, another `from`. A name that equals a member's but
 * for case is unknown: Go would read it as that member.
 *
 * @example
 * ```ts
 * import { Task } from 'anet-protocol'
 *
 * const utf8 = new TextEncoder()
 * const record = Task.decodeConversation(utf8.encode('[{"from":"requester","body":"hi"}]'))
 * record.ok && record.record.messages[0]?.body // 'hi'
 * Task.decodeConversation(utf8.encode('[{"from":"requester","body":"a","Body":"b"}]')).ok // false
 * ```
 */
export const decodeConversation = (
  encoded: Uint8Array,
): Result<{ readonly record: ConversationRecord }, 'MALFORMED_CONVERSATION'> => {
  const parsed = parseJson(encoded, { allowNoncharacters: true })
  if (!parsed.ok) return { ...parsed, code: 'MALFORMED_CONVERSATION' }
  const { value } = parsed
  const isOldVersion = isJsonArray(value)
  const found = isOldVersion ? messagesFault(value) : versionFault(value)
  if (found !== undefined) return refuse('MALFORMED_CONVERSATION', found.why, pathText(found.at))
  if (isOldVersion) return { ok: true, record: { version: 1, messages: value as unknown as Messages } }
  const { nonce, messages } = value as { readonly nonce: string; readonly messages: Messages }
  return { ok: true, record: { version: 2, nonce, messages } }
}

type Messages = readonly RecordedMessage[]

/** What is wrong with a value, and where below it. */
type Fault = { readonly why: string; readonly at: Segments } | undefined

type Judge = (value: JsonValue) => Fault

const fault = (why: string): Fault => ({ why, at: [] })

const inside = (segment: string | number, { why, at }: NonNullable<Fault>): Fault => ({
  why,
  at: [segment, ...at],
})

const text: Judge = (value) => (typeof value === 'string' ? undefined : fault('no text'))

const integer: Judge = (value) =>
  Number.isInteger(value) && Math.abs(value as number) < 2 ** 63 ? undefined : fault('no integer')

const oneOf =
  (...values: readonly JsonValue[]): Judge =>
  (value) =>
    values.includes(value) ? undefined : fault(`none of ${values.join(', ')}`)

const filledText: Judge = (value) => (value === '' ? fault('empty') : text(value))

const listOf =
  (element: Judge): Judge =>
  (value) => {
    if (!isJsonArray(value)) return fault('no list')
    for (let i = 0; i < value.length; i++) {
      const found = element(value[i]!)
      if (found !== undefined) return inside(i, found)
    }
    return undefined
  }

/** Exactly these members, but for the optional ones. */
const objectOf = (members: Readonly<Record<string, Judge>>, optional: readonly string[] = []): Judge => {
  const names = Object.keys(members)
  return (value) => {
    if (!isJsonObject(value)) return fault('no object')
    const unknown = Object.keys(value).find((name) => !names.includes(name))
    if (unknown !== undefined) return fault(`unknown member ${JSON.stringify(unknown)}`)
    for (const name of names) {
      const isThere = Object.hasOwn(value, name)
      if (!isThere && optional.includes(name)) continue
      const found = isThere ? members[name]!(value[name]!) : fault('missing')
      if (found !== undefined) return inside(name, found)
    }
    return undefined
  }
}

const messagesFault = listOf(
  objectOf(
    {
      from: oneOf('requester', 'provider'),
      body: text,
      attachments: listOf(objectOf({ name: text, mime: text, size: integer, cid: text })),
    },
    ['attachments'],
  ),
)

const versionFault = objectOf({ v: oneOf(2), nonce: filledText, messages: messagesFault })

const messageText = ({ from, body, attachments = [] }: RecordedMessage): string => {
  const files =
    attachments.length === 0 ? '' : `,"attachments":[${attachments.map(attachmentText).join(',')}]`
  return `{"from":"${from}","body":${goString(body)}${files}}`
}

const attachmentText = ({ name, mime, size, cid }: RecordedAttachment): string => {
  if (!Number.isSafeInteger(size)) throw new AnetError('BAD_INPUT', 'a size is a safe integer', 'size')
  return `{"name":${goString(name)},"mime":${goString(mime)},"size":${size},"cid":${goString(cid)}}`
}
