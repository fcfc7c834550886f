import * as z from 'zod/mini'
import { judgeHighWater } from '../card/high-water.js'
import { jwksOf } from '../card/jwks.js'
import { payloadOf } from '../card/payload.js'
import { checkPublishForm } from '../card/publish-form.js'
import { sign } from '../card/sign.js'
import { verify } from '../card/verify.js'
import { verifyJws } from '../card/verify-jws.js'
import { toBase64 } from '../encoding/base64.js'
import { refuse } from '../errors.js'
import { replay } from '../identity/replay.js'
import { base64, hex, uint64 } from './input.js'
import { op } from './op.js'
import { shownCard } from './shown.js'

const highWaterMark = z.lazy(() =>
  z.pipe(
    z.object({ seq: uint64, payloadHashHex: hex }),
    z.transform(({ seq, payloadHashHex }) => ({ seq, payloadHash: payloadHashHex })),
  ),
)

/** The operations of the area card. */
export const cardOps = {
  'card.payload': op(
    () => z.object({ cardB64: base64 }),
    ({ cardB64 }) => {
      const payload = payloadOf(cardB64)
      if (!payload.ok) return payload
      return { ok: { protoStrippedB64: toBase64(payload.protoStripped), rawB64: toBase64(payload.raw) } }
    },
  ),

  'card.publishForm': op(
    () => z.object({ cardB64: base64 }),
    ({ cardB64 }) => {
      const checked = checkPublishForm(cardB64)
      return checked.ok ? { ok: {} } : checked
    },
  ),

  'card.sign': op(
    () => z.object({ cardB64: base64, seedHex: hex, kid: z.string(), jku: z.optional(z.string()) }),
    ({ cardB64, seedHex, kid, jku = '' }) => ({
      ok: { cardB64: toBase64(sign(cardB64, { seed: seedHex, kid, jku, as: 'extended' })) },
    }),
  ),

  'card.verify': op(
    () => z.object({ cardB64: base64, kelB64: z.optional(base64), now: uint64 }),
    ({ cardB64, kelB64, now }) => {
      const verified = verify(cardB64, { now, kel: kelB64 })
      return verified.ok ? { ok: shownCard(verified.card) } : verified
    },
  ),

  'card.verifyJws': op(
    () => z.object({ cardB64: base64, index: z.int().check(z.nonnegative()), publicKeyHex: hex }),
    ({ cardB64, index, publicKeyHex }) => {
      const verified = verifyJws(cardB64, { index, publicKey: publicKeyHex })
      return verified.ok ? { ok: { kid: verified.kid, canonicalForm: verified.canonicalForm } } : verified
    },
  ),

  'card.highWater': op(
    () => z.object({ stored: z.optional(highWaterMark), next: highWaterMark }),
    ({ stored, next }) => {
      const judged = judgeHighWater(stored, next)
      return judged.ok ? { ok: { decision: judged.decision } } : judged
    },
  ),

  'card.jwks': op(
    () => z.object({ kelB64: base64 }),
    ({ kelB64 }) => {
      const replayed = replay(kelB64)
      if (!replayed.ok) return refuse('UNKNOWN_AID', `${replayed.code}: ${replayed.detail}`)
      return { ok: { jwksB64: toBase64(jwksOf(replayed.kel)) } }
    },
  ),
}
