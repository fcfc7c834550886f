import * as z from 'zod/mini'
import { sign } from '../crypto/ed25519.js'
import { toBase64 } from '../encoding/base64.js'
import { cidOf } from '../encoding/cid.js'
import { envelopeOf } from '../identity/envelope.js'
import { check } from '../receipt/check.js'
import { interlock } from '../receipt/interlock.js'
import { metadataOf } from '../receipt/metadata.js'
import { dayOf, decode, encode, preimageOf, type Receipt } from '../receipt/receipt.js'
import { decodeReview } from '../receipt/review.js'
import { toFields } from './fields.js'
import { base64, hex, sentMessages, uint64 } from './input.js'
import { op } from './op.js'
import { signerOf } from './ops-task.js'

const cids = () => ({ provider_aid: z.string(), request_cid: z.string(), result_cid: z.string() })

const day = z.lazy(() =>
  z.pipe(
    z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/)),
    z.transform((text) => Date.parse(text) / 86_400_000),
  ),
)

const receipt = z.lazy(() =>
  z.pipe(
    z.discriminatedUnion('form', [
      z.object({
        form: z.literal(1),
        fields: z.object({
          ...cids(),
          interaction_id: z.string(),
          requester_aid: z.string(),
          completed_at: uint64,
        }),
        seedHex: z.optional(hex),
        keyStateSeq: z.optional(uint64),
      }),
      z.object({
        form: z.literal(2),
        fields: z.object({ ...cids(), completed_day: day }),
        seedHex: z.optional(hex),
        keyStateSeq: z.optional(uint64),
      }),
    ]),
    z.transform(({ form, fields, ...signer }) => ({
      receipt: { form, ...camelCased(fields) } as unknown as Receipt,
      ...signer,
    })),
  ),
)

const camelCased = (fields: object): object =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  )

/** The operations of the area receipt. */
export const receiptOps = {
  'receipt.decode': op(
    () => z.object({ receiptB64: base64 }),
    ({ receiptB64 }) => {
      const decoded = decode(receiptB64)
      if (!decoded.ok) return decoded
      const { form, ...fields } = decoded.receipt
      const shown = form === 1 ? fields : { ...fields, completedDay: dayOf(decoded.receipt) }
      return { ok: { form, fields: toFields(shown), cid: decoded.cid, ...envelopeShown(decoded) } }
    },
  ),

  'receipt.encode': op(
    () => receipt,
    ({ receipt, seedHex, keyStateSeq }) => {
      const preimage = preimageOf(receipt)
      const envelope =
        seedHex === undefined || keyStateSeq === undefined
          ? null
          : envelopeOf(receipt.providerAid, keyStateSeq, sign(seedHex, preimage))
      return {
        ok: {
          preimageB64: toBase64(preimage),
          cid: cidOf(preimage),
          receiptB64: toBase64(encode(receipt, envelope)),
        },
      }
    },
  ),

  'receipt.metadata': op(
    () =>
      z.object({ receiptB64: base64, verdict: z.enum(['verified', 'mismatch', 'unverified', 'unknown']) }),
    ({ receiptB64, verdict }) => ({ ok: { metadata: metadataOf({ verdict, receipt: receiptB64 }) } }),
  ),

  'receipt.check': op(
    () =>
      z.object({
        receiptB64: z.optional(base64),
        kelB64: z.optional(base64),
        bodyKelB64: z.optional(base64),
        providerAid: z.string(),
        requestB64: base64,
        deliverableB64: base64,
        requesterAid: z.optional(z.string()),
        interactionId: z.optional(z.string()),
        sent: z.optional(sentMessages),
        msgTime: z.optional(uint64),
      }),
    ({ receiptB64, kelB64, bodyKelB64, requestB64, deliverableB64, ...known }) => {
      const verdict = check({
        receipt: receiptB64,
        kel: kelB64,
        bodyKel: bodyKelB64,
        request: requestB64,
        deliverable: deliverableB64,
        ...known,
      } as Parameters<typeof check>[0])
      return { ok: verdict }
    },
  ),

  'review.decode': op(
    () => z.object({ reviewB64: base64 }),
    ({ reviewB64 }) => {
      const decoded = decodeReview(reviewB64)
      if (!decoded.ok) return decoded
      return {
        ok: { fields: toFields(decoded.review, ['rating']), cid: decoded.cid, ...envelopeShown(decoded) },
      }
    },
  ),

  'review.interlock': op(
    () =>
      z.object({
        receiptB64: base64,
        reviewB64: base64,
        requestB64: z.optional(base64),
        deliverableB64: z.optional(base64),
        providerKelB64: base64,
        reviewerKelB64: base64,
      }),
    ({ receiptB64, reviewB64, requestB64, deliverableB64, providerKelB64, reviewerKelB64 }) => {
      const interlocked = interlock({
        receipt: receiptB64,
        review: reviewB64,
        ...(requestB64 === undefined ? {} : { request: requestB64 }),
        ...(deliverableB64 === undefined ? {} : { deliverable: deliverableB64 }),
        providerKel: providerKelB64,
        reviewerKel: reviewerKelB64,
      })
      return interlocked.ok ? { ok: { unchecked: interlocked.unchecked } } : interlocked
    },
  ),
}

const envelopeShown = ({ envelope }: { readonly envelope: Parameters<typeof signerOf>[0] | null }) =>
  envelope === null ? {} : { envelope: signerOf(envelope) }
