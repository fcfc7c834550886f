import { toHex } from '../../src/encoding/hex.js'
import type { Failure } from '../../src/errors.js'
import { readAttachment } from '../../src/task/attachment.js'
import { decodeConversation, encodeConversation } from '../../src/task/conversation.js'
import { decodeDelegation, encodeDelegation } from '../../src/task/delegation.js'
import {
  decodeChat,
  decodeResult,
  decodeStatus,
  encodeChat,
  encodeResult,
  encodeStatus,
} from '../../src/task/messages.js'
import { decodeTaskDoc, encodeTaskDoc } from '../../src/task/task-doc.js'
import { OPERATION_CODES } from '../documented-codes.js'
import { accepted, bytesOf } from './accepted.js'
import { cborMutators } from './mutate-cbor.js'
import { jsonMutators } from './mutate-json.js'
import { type Case, documented, type Subject } from './subject.js'

/** What a message says, written again; or why it is none. */
type Rewrite = (mutant: Uint8Array) => { readonly ok: true; readonly again: Uint8Array } | Failure

const READERS: Readonly<Record<string, Rewrite>> = {
  'chat.decode': (mutant) => {
    const read = decodeChat(mutant)
    return read.ok ? { ok: true, again: encodeChat(read.message) } : read
  },
  'status.decode': (mutant) => {
    const read = decodeStatus(mutant)
    return read.ok ? { ok: true, again: encodeStatus(read.status) } : read
  },
  'result.decode': (mutant) => {
    const read = decodeResult(mutant)
    return read.ok ? { ok: true, again: encodeResult(read.result) } : read
  },
  'task.decode': (mutant) => {
    const read = decodeTaskDoc(mutant)
    return read.ok ? { ok: true, again: encodeTaskDoc(read.doc) } : read
  },
  'delegation.decode': (mutant) => {
    const read = decodeDelegation(mutant)
    return read.ok ? { ok: true, again: encodeDelegation(read.delegation) } : read
  },
  'attachment.check': (mutant) => {
    const read = readAttachment(mutant)
    return read.ok ? { ok: true, again: mutant } : read
  },
}

/** The messages that the vectors of an operation accept: each mutant that is one reads back as it is written. */
const casesOf = (op: string, rewrite: Rewrite): readonly Case[] =>
  accepted<{ readonly bytesB64: string }>(op).map(({ id, input }) => ({
    id,
    bytes: bytesOf(input.bytesB64),
    judge: (mutant) => {
      const read = documented(op, OPERATION_CODES[op]!, rewrite(mutant))
      if (!read.ok) return read.code
      const twice = rewrite(read.again)
      if (!twice.ok || toHex(twice.again) !== toHex(read.again)) {
        throw new Error('a message does not read back as it was written')
      }
      return 'accepted'
    },
  }))

export const messages: Subject = {
  name: 'messages',
  perMille: 30,
  mutators: cborMutators,
  cases: Object.entries(READERS).flatMap(([op, rewrite]) => casesOf(op, rewrite)),
}

export const conversations: Subject = {
  name: 'conversation records',
  perMille: 10,
  mutators: jsonMutators,
  // There is one code, and being read.
  answers: 2,
  cases: casesOf('conversation.decode', (mutant) => {
    const read = decodeConversation(mutant)
    if (!read.ok) return read
    const isWritable = read.record.messages.every(({ attachments = [] }) =>
      attachments.every(({ size }) => Number.isSafeInteger(size)),
    )
    return { ok: true, again: isWritable ? encodeConversation(read.record) : mutant }
  }),
}
