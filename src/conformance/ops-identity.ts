import * as z from 'zod/mini'
import { toHex } from '../encoding/hex.js'
import { extendsKel } from '../identity/extend.js'
import { replay } from '../identity/replay.js'
import { verifyObject } from '../identity/verify-object.js'
import { base64, uint64 } from './input.js'
import { op } from './op.js'

/** The operations of the area identity. */
export const identityOps = {
  'kel.replay': op(z.object({ kelB64: base64 }), ({ kelB64 }) => {
    const replayed = replay(kelB64)
    if (!replayed.ok) return replayed
    const states = replayed.kel.states.map((state) => ({
      keyStateSeq: `${state.keyStateSeq}`,
      status: state.status,
      supersededAt: `${state.supersededAt}`,
      currentKeyHex: toHex(state.currentKeys[0]),
      delegatedKeysHex: state.delegatedKeys.map(toHex),
      lastEventId: state.lastEventId,
    }))
    return { ok: { aid: replayed.kel.aid, states } }
  }),

  'kel.extends': op(z.object({ oldB64: base64, nextB64: base64 }), ({ oldB64, nextB64 }) => {
    const extended = extendsKel(oldB64, nextB64)
    return extended.ok ? { ok: {} } : extended
  }),

  'object.verify': op(
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
