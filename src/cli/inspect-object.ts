import { parseKid, readProtected } from '../card/jws.js'
import { parse } from '../card/structure.js'
import { toNotation } from '../conformance/cbor-notation.js'
import { toFields } from '../conformance/fields.js'
import { type CborValue, decodeCbor, isMap } from '../encoding/cbor.js'
import { cidOf } from '../encoding/cid.js'
import { isJsonObject, type JsonValue, parseJson } from '../encoding/json.js'
import type { Failure } from '../errors.js'
import { decodeRecord } from '../evidence/record.js'
import { decodeKel, eventIdOf, eventPreimage } from '../identity/key-event.js'
import { readAuthorization } from '../payment/authorization.js'
import { readSettlement } from '../payment/settlement.js'
import { readVoucher } from '../payment/voucher.js'
import { dayOf, decode } from '../receipt/receipt.js'
import { decodeReview } from '../receipt/review.js'
import { decodeConversation } from '../task/conversation.js'
import { decodeDelegation } from '../task/delegation.js'
import { decodeChat, decodeResult, decodeStatus } from '../task/messages.js'
import { decodeTaskDoc, goalOf } from '../task/task-doc.js'
import { kindsOf, type ObjectKind } from './object-shapes.js'

/** What is in some bytes, as they say it. Nothing of it is verified. */
export type Inspected = {
  readonly kind: ObjectKind | 'agent card' | 'key event log' | 'conversation record'
  /** In a sentence. */
  readonly words: string
  /** The members, as the vectors write them. */
  readonly fields: Readonly<Record<string, unknown>>
  /** The identifiers that go with the object, by what they are of. */
  readonly cids: Readonly<Record<string, string>>
  /** Who is said to have signed; absent when nobody is. */
  readonly signers: readonly Signer[]
}

type Signer = { readonly aid: string; readonly keyStateSeq: string }

/** What the bytes may be; none when they are nothing that is known, with what is wrong where that can be said. */
export type Inspection = { readonly found: readonly Inspected[]; readonly problems: readonly string[] }

/** Recognises an object and decodes it. */
export const inspectObject = (bytes: Uint8Array): Inspection => {
  const json = parseJson(bytes, { allowNoncharacters: true })
  if (json.ok) return inspectJson(bytes, json.value)
  const cbor = decodeCbor(bytes)
  if (!cbor.ok) {
    return { found: [], problems: [`no JSON: ${json.detail}`, `no CoreDet-CBOR: ${cbor.detail}`] }
  }
  if (Array.isArray(cbor.value)) return collected([inspectKel(bytes)])
  return collected(kindsOf(cbor.value).map((kind) => inspectKind(kind, bytes, cbor.value)))
}

const collected = (tried: readonly (Inspected | string)[]): Inspection => ({
  found: tried.filter((one) => typeof one !== 'string'),
  problems: tried.filter((one) => typeof one === 'string'),
})

const problem = (what: string, { code, detail, path }: Failure): string =>
  `like ${what}, but ${code}: ${detail}${path === undefined ? '' : ` (at ${path})`}`

const inspectJson = (bytes: Uint8Array, value: JsonValue): Inspection => {
  const looksLikeCard =
    isJsonObject(value) &&
    ['supportedInterfaces', 'skills', 'capabilities'].some((name) => Object.hasOwn(value, name))
  return collected([looksLikeCard ? inspectCard(bytes) : inspectConversation(bytes)])
}

const inspectCard = (bytes: Uint8Array): Inspected | string => {
  const read = parse(bytes)
  if (!read.ok) return problem('an agent card', read)
  const { json, signatures, aid, seq, issuedAt, notBefore, name, skillIds } = read.card
  const signers = signatures.flatMap((signature, i) => {
    const header = readProtected(signature.protected, `signatures[${i}]`)
    const kid = header.ok ? parseKid(header.kid) : undefined
    return kid === undefined ? [] : [{ aid: kid.aid as string, keyStateSeq: `${kid.keyStateSeq}` }]
  })
  return {
    kind: 'agent card',
    words: `The card of an agent called ${name}, which says it is ${aid} and offers ${counted(skillIds.length, 'skill')}.`,
    fields: {
      name,
      description: json.description,
      aid,
      seq: `${seq}`,
      issuedAt: `${issuedAt}`,
      notBefore: `${notBefore}`,
      interfaces: json.supportedInterfaces,
      skillIds,
      signatures: signatures.length,
    },
    cids: {},
    signers,
  }
}

const inspectConversation = (bytes: Uint8Array): Inspected | string => {
  const read = decodeConversation(bytes)
  if (!read.ok) return problem('a conversation record', read)
  const { record } = read
  const count = (from: string): number => record.messages.filter((message) => message.from === from).length
  return {
    kind: 'conversation record',
    words: `A conversation of ${counted(count('requester'), 'message')} of the requester and ${count('provider')} of the provider.`,
    fields: { ...record },
    cids: { result: cidOf(bytes) },
    signers: [],
  }
}

const inspectKel = (bytes: Uint8Array): Inspected | string => {
  const read = decodeKel(bytes)
  if (!read.ok) return problem('a key event log', read)
  const events = read.events.map(({ event, sig }) => ({
    ...toFields({ ...event, sig }, ['threshold']),
    event_id: eventIdOf(eventPreimage(event)),
  }))
  const [first] = events
  const types = read.events.map(({ event }) => event.type).join(', ')
  return {
    kind: 'key event log',
    words:
      first === undefined
        ? 'A key event log without an event.'
        : `The key event log of ${first.event_id}, with these events: ${types}.`,
    fields: { events },
    cids: first === undefined ? {} : { agent: first.event_id },
    signers: [],
  }
}

type Shown = Omit<Inspected, 'kind' | 'signers'>

const inspectKind = (kind: ObjectKind, bytes: Uint8Array, value: CborValue): Inspected | string => {
  const shown = READERS[kind](bytes)
  return 'code' in shown ? problem(`a ${kind}`, shown) : { kind, ...shown, signers: signersOf(kind, value) }
}

const READERS: Readonly<Record<ObjectKind, (bytes: Uint8Array) => Shown | Failure>> = {
  receipt: (bytes) => {
    const read = decode(bytes)
    if (!read.ok) return read
    const { receipt, cid } = read
    const { form, ...fields } = receipt
    const asked =
      receipt.form === 1 ? ` of ${receipt.requesterAid}, in the interaction ${receipt.interactionId}` : ''
    return {
      words: `A receipt of form ${form}: ${receipt.providerAid} says that it answered a request${asked}, on ${dayOf(receipt)}.`,
      fields: { form, ...toFields(fields, ['completed_day']) },
      cids: { receipt: cid, request: receipt.requestCid, result: receipt.resultCid },
    }
  },

  review: (bytes) => {
    const read = decodeReview(bytes)
    if (!read.ok) return read
    const { review, cid } = read
    return {
      words: `A review: ${review.reviewerAid} gives ${review.subjectAid} the rating ${review.rating}.`,
      fields: toFields(review, ['rating']),
      cids: { review: cid, receipt: review.receiptCid },
    }
  },

  authorization: (bytes) => {
    const read = readAuthorization(bytes)
    if (!read.ok) return read
    const { payer, payTo, amount, network } = read.authorization
    return {
      words: `An authorization: ${payer} allows a payment of ${amount} credits to ${payTo} on ${network}.`,
      fields: toFields(read.authorization),
      cids: { authorization: read.id },
    }
  },

  'settlement receipt': (bytes) => {
    const read = readSettlement(bytes)
    if (!read.ok) return read
    const { payer, payTo, amount, network, authId } = read.receipt
    return {
      words: `A settlement receipt: ${network} says that ${payer} paid ${amount} credits to ${payTo}.`,
      fields: toFields(read.receipt),
      cids: { 'settlement receipt': read.id, authorization: authId },
    }
  },

  voucher: (bytes) => {
    const read = readVoucher(bytes)
    if (!read.ok) return read
    const { payer, payTo, capability, amount, network } = read.voucher
    return {
      words: `A voucher: ${network} says that ${payer} paid ${amount} credits for a call of ${capability} to ${payTo}.`,
      fields: toFields(read.voucher),
      cids: { voucher: read.id },
    }
  },

  delegation: (bytes) => {
    const read = decodeDelegation(bytes)
    if (!read.ok) return read
    const { envelope: _, taskdoc, ...fields } = read.delegation
    const request = taskdoc === null ? undefined : decodeTaskDoc(taskdoc)
    const goal = request?.ok === true ? `: ${goalOf(request.doc)}` : ', whose request cannot be read'
    return {
      words: `A delegation, in the interaction ${fields.interactionId}${goal}`,
      fields: {
        ...toFields(fields, ['size']),
        ...(request?.ok === true ? { request: toFields(request.doc) } : {}),
      },
      cids: taskdoc === null ? {} : { request: cidOf(taskdoc) },
    }
  },

  request: (bytes) => {
    const read = decodeTaskDoc(bytes)
    if (!read.ok) return read
    return {
      words: `A request of ${counted(read.doc.tasks?.length ?? 0, 'task')}: ${goalOf(read.doc)}`,
      fields: toFields(read.doc),
      cids: { request: cidOf(bytes) },
    }
  },

  'event record': (bytes) => {
    const read = decodeRecord(bytes)
    if (!read.ok) return read
    const { payload, id, prevId, ...record } = read.record
    return {
      words: `An event record: ${record.signerAid} says that ${record.eventType} happened, at seq ${record.seq} of ${record.chainDid}.`,
      fields: { ...toFields(record), payload: toNotation(payload) },
      cids: { ...(id === undefined ? {} : { record: id }), previous: prevId },
    }
  },

  'result message': (bytes) => {
    const read = decodeResult(bytes)
    if (!read.ok) return read
    const { status, deliverable, receipt } = read.result
    const receiptRead = receipt === undefined ? undefined : decode(receipt)
    return {
      words: `A result message with the status ${status}, ${deliverable === undefined ? 'without' : 'with'} a deliverable and ${receipt === undefined ? 'without' : 'with'} a receipt.`,
      fields: toFields(read.result),
      cids: {
        ...(deliverable === undefined ? {} : { result: cidOf(deliverable) }),
        ...(receiptRead?.ok === true ? { receipt: receiptRead.cid } : {}),
      },
    }
  },

  'chat message': (bytes) => {
    const read = decodeChat(bytes)
    if (!read.ok) return read
    const { kind, attachments } = read.message
    return {
      words: `A chat message of kind ${kind} with ${counted(attachments?.length ?? 0, 'attachment')}.`,
      fields: toFields(read.message, ['size']),
      cids: {},
    }
  },

  'status message': (bytes) => {
    const read = decodeStatus(bytes)
    if (!read.ok) return read
    return {
      words: `A status message: the task is ${read.status.state}.`,
      fields: toFields(read.status),
      cids: {},
    }
  },
}

/** Whom the object names as its signer: in its envelope, or, of an event record, in itself. */
const signersOf = (kind: ObjectKind, value: CborValue): readonly Signer[] => {
  if (!isMap(value)) return []
  const [aid, keyStateSeq] =
    kind === 'event record'
      ? [value.get(8), value.get(9)]
      : keyOf(isMap(value.get(1)) || kind === 'delegation' ? value.get(2) : undefined)
  return typeof aid === 'string' ? [{ aid, keyStateSeq: `${keyStateSeq ?? 0}` }] : []
}

const keyOf = (envelope: CborValue | undefined): readonly (CborValue | undefined)[] =>
  isMap(envelope) ? [envelope.get(1), envelope.get(2)] : []

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`
