import * as z from 'zod/mini'
import { verify } from '../crypto/ed25519.js'
import { toBase64 } from '../encoding/base64.js'
import { decodeCbor, encodeCbor } from '../encoding/cbor.js'
import { cidOf } from '../encoding/cid.js'
import { toHex } from '../encoding/hex.js'
import { canonicalize } from '../encoding/jcs.js'
import { parseJson } from '../encoding/json.js'
import { toUtf8 } from '../encoding/utf8.js'
import { toNotation } from './cbor-notation.js'
import { base64, cborValue, hex } from './input.js'
import { op } from './op.js'

/** The operations of the areas encoding and crypto. */
export const encodingOps = {
  'cbor.encode': op(
    () => z.object({ value: cborValue }),
    ({ value }) => ({
      ok: { bytesHex: toHex(encodeCbor(value)) },
    }),
  ),

  'cbor.decode': op(
    () => z.object({ bytesHex: hex }),
    ({ bytesHex }) => {
      const decoded = decodeCbor(bytesHex)
      return decoded.ok ? { ok: { value: toNotation(decoded.value) } } : decoded
    },
  ),

  'cid.of': op(
    () => z.object({ bytesB64: base64, codec: z.enum(['dag-cbor', 'raw']) }),
    ({ bytesB64, codec }) => ({
      ok: { cid: cidOf(bytesB64, codec) },
    }),
  ),

  'json.canonicalize': op(
    () => z.object({ jsonB64: base64 }),
    ({ jsonB64 }) => {
      const parsed = parseJson(jsonB64)
      return parsed.ok ? { ok: { canonicalB64: toBase64(toUtf8(canonicalize(parsed.value))) } } : parsed
    },
  ),

  'ed25519.verify': op(
    () => z.object({ publicKeyHex: hex, messageHex: hex, signatureHex: hex }),
    ({ publicKeyHex, messageHex, signatureHex }) => ({
      ok: { valid: verify(publicKeyHex, messageHex, signatureHex) },
    }),
  ),
}
