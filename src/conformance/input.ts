import * as z from 'zod/mini'
import { fromBase64 } from '../encoding/base64.js'
import type { CborValue } from '../encoding/cbor.js'
import { parseUint64 } from '../encoding/decimal.js'
import { fromHex } from '../encoding/hex.js'
import { fromNotation } from './cbor-notation.js'

/** The encodings that the inputs of operations are written in (vectors/README.md). */

const decoded = <T>(what: string, decode: (text: string) => T | undefined) =>
  z.lazy(() =>
    z.pipe(
      z.string(),
      z.transform((text: string, context): T => {
        const value = decode(text)
        if (value !== undefined) return value
        context.issues.push({ code: 'custom', message: `no ${what}`, input: text })
        return z.NEVER
      }),
    ),
  )

/** Members that end in B64. */
export const base64 = decoded('standard base64', fromBase64)

/** Members that end in Hex. */
export const hex = decoded('lower-case hex', fromHex)

/** 64-bit fields. */
export const uint64 = decoded('uint64 as a decimal string', parseUint64)

/** An attachment as a conversation record names it. */
export const recordedAttachment = z.lazy(() =>
  z.object({
    name: z.string(),
    mime: z.string(),
    size: z.int(),
    cid: z.string(),
  }),
)

/** What a requester sent that enters the record. */
export const sentMessages = z.lazy(() =>
  z.array(z.object({ body: z.string(), attachments: z.optional(z.array(recordedAttachment)) })),
)

/** A CBOR value in the notation of the vectors. */
export const cborValue = z.lazy(() =>
  z.pipe(
    z.unknown(),
    z.transform((notation, context): CborValue => {
      const value = fromNotation(notation)
      if (value !== undefined) return value
      context.issues.push({ code: 'custom', message: 'no value in the notation', input: notation })
      return z.NEVER
    }),
  ),
)
