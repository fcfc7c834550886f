import fc from 'fast-check'
import { sha256 } from '../../src/crypto/sha256.js'
import { cidOf } from '../../src/encoding/cid.js'
import { toUtf8 } from '../../src/encoding/utf8.js'
import { type Controller, incept, rotate, sign } from '../../src/identity/controller.js'
import type { Envelope } from '../../src/identity/envelope.js'
import { encodeKel } from '../../src/identity/key-event.js'
import type { Completion } from '../../src/receipt/check.js'
import { DAY, encode, preimageOf, type Receipt } from '../../src/receipt/receipt.js'
import { encodeConversation } from '../../src/task/conversation.js'
import { buildTextTask, nonceOf } from '../../src/task/request.js'
import { decodeTaskDoc, encodeTaskDoc } from '../../src/task/task-doc.js'

/** Completions of every kind, honest and not, of a provider that rotated its key within a day. */

const ROTATION_DAY = 20_454
const ROTATION = BigInt(ROTATION_DAY) * DAY + DAY / 2n

const seedOf = (name: string): Uint8Array => sha256(`completion, ${name}`)

const first = incept({ seed: seedOf('first'), nextSeed: seedOf('second'), timestamp: 1n })
export const provider = rotate(first, { nextSeed: seedOf('third'), timestamp: ROTATION })
const beyond = rotate(provider, { nextSeed: seedOf('fourth'), timestamp: ROTATION + 10n * DAY })
const stranger = incept({ seed: seedOf('stranger') })

export const requesters = ['one', 'two'].map((name) => incept({ seed: seedOf(`requester ${name}`) }))

export const logs = {
  resolved: provider.kel,
  resolvedBytes: encodeKel(provider.kel.events),
  others: stranger.kel,
  unreadable: Uint8Array.of(0xff),
} as const

export const request = encodeTaskDoc(buildTextTask({ words: 'do x', nonce: new Uint8Array(16) }))
const decoded = decodeTaskDoc(request)
const nonce = (decoded.ok && nonceOf(decoded.doc)) || 'n'

const said = ['do x', 'and y']
export const sent = said.map((body) => ({ body }))

const recordOf = (bodies: readonly string[]): Uint8Array =>
  encodeConversation({
    version: 2,
    nonce,
    messages: [
      ...bodies.map((body) => ({ from: 'requester', body }) as const),
      { from: 'provider', body: 'done' },
    ],
  })

export const deliverables = {
  faithful: recordOf(said),
  short: recordOf(said.slice(0, 1)),
  changed: recordOf(['do z', 'and y']),
  silent: recordOf([]),
  unreadable: toUtf8('{"ok":true}'),
} as const

const usually = <T>(usual: T, ...others: readonly T[]): fc.Arbitrary<T> =>
  fc.integer({ min: 0, max: 13 }).map((n) => (n < others.length ? others[n]! : usual))

const receipt: fc.Arbitrary<Receipt> = fc.oneof(
  fc.record(
    {
      form: fc.constant(1 as const),
      interactionId: usually('ix-1', 'ix-2'),
      requesterAid: usually(requesters[0]!.kel.aid as string, 'bafyother'),
      providerAid: usually(provider.kel.aid as string, stranger.kel.aid),
      requestCid: usually<string>(cidOf(request), 'bafyother'),
      resultCid: fc.constantFrom(...Object.values(deliverables)).map((bytes): string => cidOf(bytes)),
      completedAt: fc.constantFrom(ROTATION - DAY, ROTATION - 1n, ROTATION, ROTATION + 1n),
    },
    { noNullPrototype: true },
  ),
  fc.record(
    {
      form: fc.constant(2 as const),
      providerAid: usually(provider.kel.aid as string, stranger.kel.aid),
      requestCid: usually<string>(cidOf(request), 'bafyother'),
      resultCid: fc.constantFrom(...Object.values(deliverables)).map((bytes): string => cidOf(bytes)),
      completedDay: fc.constantFrom(ROTATION_DAY - 1, ROTATION_DAY, ROTATION_DAY + 1),
    },
    { noNullPrototype: true },
  ),
)

const envelopeBy =
  (signer: Controller) =>
  (preimage: Uint8Array): Envelope =>
    sign(signer, preimage)

const envelope = fc.constantFrom<(preimage: Uint8Array) => Envelope | null>(
  envelopeBy(first),
  envelopeBy(first),
  envelopeBy(provider),
  envelopeBy(provider),
  envelopeBy(beyond),
  envelopeBy(stranger),
  (preimage) => ({ ...sign(provider, preimage), keyStateSeq: 0n }),
  (preimage) => sign(provider, Uint8Array.of(...preimage, 0)),
  () => null,
)

const encoded: fc.Arbitrary<{ readonly bytes: Uint8Array | undefined; readonly resultCid: string }> = fc
  .tuple(receipt, envelope, usually<'whole' | 'none' | 'empty' | 'cut'>('whole', 'none', 'empty', 'cut'))
  .map(([receipt, envelope, state]) => {
    const bytes = encode(receipt, envelope(preimageOf(receipt)))
    const { resultCid } = receipt
    if (state === 'none') return { bytes: undefined, resultCid }
    if (state === 'empty') return { bytes: new Uint8Array(), resultCid }
    return { bytes: state === 'cut' ? bytes.slice(0, -1) : bytes, resultCid }
  })

const optional = <T>(value: T | undefined, name: string): object =>
  value === undefined ? {} : { [name]: value }

/** A completion with all that the requester knows but the provider's log. */
export const completion: fc.Arbitrary<Omit<Completion, 'kel'>> = encoded.chain(({ bytes, resultCid }) => {
  const named = Object.values(deliverables).find((one) => cidOf(one) === resultCid)!
  return fc
    .tuple(
      usually(provider.kel.aid as string, stranger.kel.aid),
      usually(request, toUtf8('another request')),
      usually(named, deliverables.unreadable),
      fc.constantFrom<string | undefined>(undefined, requesters[0]!.kel.aid),
      fc.constantFrom<string | undefined>(undefined, 'ix-1'),
      usually<Uint8Array | undefined>(
        undefined,
        new Uint8Array(),
        encodeKel(first.kel.events),
        encodeKel(beyond.kel.events),
        encodeKel(stranger.kel.events),
        logs.unreadable,
      ),
      fc.constantFrom<typeof sent | undefined>(undefined, sent),
      fc.constantFrom<bigint | undefined>(
        undefined,
        0n,
        ROTATION - 1n,
        ROTATION,
        ROTATION + 1n,
        ROTATION + DAY,
      ),
    )
    .map(([providerAid, request, deliverable, requesterAid, interactionId, bodyKel, sent, msgTime]) => ({
      receipt: bytes,
      providerAid,
      request,
      deliverable,
      ...optional(requesterAid, 'requesterAid'),
      ...optional(interactionId, 'interactionId'),
      ...optional(bodyKel, 'bodyKel'),
      ...optional(sent, 'sent'),
      ...optional(msgTime, 'msgTime'),
    }))
})
