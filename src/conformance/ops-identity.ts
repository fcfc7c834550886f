import * as z from 'zod/mini'
import { extendsKel } from '../identity/extend.js'
import { replay } from '../identity/replay.js'
import { verifyObject } from '../identity/verify-object.js'
import { base64, uint64 } from './input.js'
import { op } from './op.js'
import { shownKel } from './shown.js'

/** The operations of the area identity. */
export const identityOps = {
  'kel.replay': op(
    () => z.object({ kelB64: base64 }),
    ({ kelB64 }) => {
      const replayed = replay(kelB64)
      return replayed.ok ? { ok: shownKel(replayed.kel) } : replayed
    },
  ),

  'kel.extends': op(
    () => z.object({ oldB64: base64, nextB64: base64 }),
    ({ oldB64, nextB64 }) => {
      const extended = extendsKel(oldB64, nextB64)
      return extended.ok ? { ok: {} } : extended
    },
  ),

  'object.verify': op(
    () =>
      z.object({
        kelB64: base64,
        signerAid: z.string(),
        keyStateSeq: uint64,
        msgTime: uint64,
        preimageB64: base64,
        signatureB64: base64,
      }),
    ({ kelB64, preimageB64, signatureB64, ...stated }) => {
      const verified = verifyObject(kelB64, { ...stated, preimage: preimageB64, signature: signatureB64 })
      return verified.ok ? { ok: {} } : verified
    },
  ),
}
