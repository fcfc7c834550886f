import * as z from 'zod/mini'
import { toBase64 } from '../encoding/base64.js'
import { cidOf } from '../encoding/cid.js'
import type { JsonObject } from '../encoding/json.js'
import { readAttachment } from '../task/attachment.js'
import { conclude } from '../task/conclude.js'
import { type ConversationRecord, decodeConversation, encodeConversation } from '../task/conversation.js'
import { decodeDelegation, encodeDelegation, verifyDelegation } from '../task/delegation.js'
import {
  decodeChat,
  decodeResult,
  decodeStatus,
  encodeChat,
  encodeResult,
  encodeStatus,
} from '../task/messages.js'
import { recordEntries } from '../task/record-entries.js'
import { nonceOf } from '../task/request.js'
import { decodeTaskDoc, encodeTaskDoc, goalOf, type NewTaskDoc, taskDocPreimage } from '../task/task-doc.js'
import { fromFields, toFields } from './fields.js'
import { base64, recordedAttachment, uint64 } from './input.js'
import { op } from './op.js'

const bytes = () => z.object({ bytesB64: base64 })

const from = z.lazy(() => z.enum(['requester', 'provider']))

const attachments = z.lazy(() => z.optional(z.array(recordedAttachment)))

const messages = z.lazy(() => z.array(z.object({ from, body: z.string(), attachments })))

const json = z.lazy(() =>
  z.pipe(
    z.record(z.string(), z.unknown()),
    z.transform((object) => object as JsonObject),
  ),
)

/** The small integers of a TaskDoc, an attachment and a predicate. */
const NUMBERS = [
  'major',
  'minor',
  'critical',
  'coupling_hint',
  'max_size',
  'min_size',
  'op',
  'outcome',
  'comparison',
  'verb',
  'kind',
  'type',
  'merge_class',
  'size',
]

/** The operations of the area task. */
export const taskOps = {
  'task.encode': op(
    () => z.object({ fields: z.record(z.string(), z.unknown()) }),
    ({ fields }) => {
      const doc = fromFields(fields) as NewTaskDoc
      const encoded = encodeTaskDoc(doc)
      const preimage = taskDocPreimage(doc)
      return {
        ok: {
          bytesB64: toBase64(encoded),
          cid: cidOf(encoded),
          preimageB64: toBase64(preimage),
          preimageCid: cidOf(preimage),
        },
      }
    },
  ),

  'task.decode': op(bytes, ({ bytesB64 }) => {
    const decoded = decodeTaskDoc(bytesB64)
    if (!decoded.ok) return decoded
    const { doc } = decoded
    const nonce = nonceOf(doc)
    return {
      ok: {
        fields: toFields(doc, NUMBERS),
        cid: cidOf(bytesB64),
        preimageB64: toBase64(taskDocPreimage(doc)),
        canonicalB64: toBase64(encodeTaskDoc(doc)),
        ...(doc.tasks?.[0] === undefined ? {} : { goal: goalOf(doc) }),
        ...(nonce === undefined ? {} : { nonce }),
      },
    }
  }),

  'delegation.decode': op(bytes, ({ bytesB64 }) => {
    const decoded = decodeDelegation(bytesB64)
    if (!decoded.ok) return decoded
    const { envelope, ...fields } = decoded.delegation
    return {
      ok: {
        fields: toFields(fields, NUMBERS),
        canonicalB64: toBase64(encodeDelegation(decoded.delegation)),
        ...(envelope === null ? {} : { envelope: signerOf(envelope) }),
      },
    }
  }),

  'delegation.verify': op(
    () => z.object({ delegationB64: base64, kelB64: z.optional(base64), msgTime: uint64 }),
    ({ delegationB64, kelB64, msgTime }) => {
      const verified = verifyDelegation(delegationB64, { kel: kelB64, msgTime })
      if (!verified.ok) return verified
      const { requesterAid, requestCid, interactionId, goal } = verified
      return { ok: { requesterAid, requestCid, interactionId, goal } }
    },
  ),

  'result.decode': op(bytes, ({ bytesB64 }) => {
    const decoded = decodeResult(bytesB64)
    return decoded.ok ? shown(decoded.result, encodeResult(decoded.result)) : decoded
  }),

  'chat.decode': op(bytes, ({ bytesB64 }) => {
    const decoded = decodeChat(bytesB64)
    return decoded.ok ? shown(decoded.message, encodeChat(decoded.message)) : decoded
  }),

  'status.decode': op(bytes, ({ bytesB64 }) => {
    const decoded = decodeStatus(bytesB64)
    return decoded.ok ? shown(decoded.status, encodeStatus(decoded.status)) : decoded
  }),

  'attachment.check': op(bytes, ({ bytesB64 }) => {
    const read = readAttachment(bytesB64)
    return read.ok ? { ok: { fields: toFields(read.attachment, NUMBERS) } } : read
  }),

  'conversation.encode': op(
    () =>
      z.discriminatedUnion('version', [
        z.object({ version: z.literal(1), messages }),
        z.object({ version: z.literal(2), nonce: z.string(), messages }),
      ]),
    (record) => {
      const encoded = encodeConversation(record as ConversationRecord)
      return { ok: { bytesB64: toBase64(encoded), cid: cidOf(encoded) } }
    },
  ),

  'conversation.decode': op(bytes, ({ bytesB64 }) => {
    const decoded = decodeConversation(bytesB64)
    if (!decoded.ok) return decoded
    return { ok: { ...decoded.record, messages: decoded.record.messages.map(withoutEmptyList) } }
  }),

  'conversation.collect': op(
    () =>
      z.object({
        request: z.object({ body: z.string(), attachments }),
        messages: z.array(
          z.object({ from, kind: z.string(), body: z.string(), attachments, metadata: z.optional(json) }),
        ),
      }),
    ({ request, messages }) => ({
      ok: { messages: recordEntries(request as never, messages as never) },
    }),
  ),

  'task.conclude': op(
    () => z.object({ kind: z.enum(['capability', 'text']), state: z.string(), metadata: json }),
    (task) => ({ ok: conclude(task) }),
  ),
}

const shown = (object: object, encoded: Uint8Array) => ({
  ok: { fields: toFields(object, ['size']), canonicalB64: toBase64(encoded) },
})

/** The signer of an envelope, as operations show it. */
export const signerOf = ({
  signerAid,
  keyStateSeq,
}: {
  readonly signerAid: string
  readonly keyStateSeq: bigint
}): object => ({ signer_aid: signerAid, key_state_seq: `${keyStateSeq}` })

const withoutEmptyList = <T extends { readonly attachments?: readonly unknown[] }>({
  attachments,
  ...message
}: T): object =>
  attachments === undefined || attachments.length === 0 ? message : { ...message, attachments }
