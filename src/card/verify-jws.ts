import { type Result, refuse } from '../errors.js'
import { payloadsOf, readProtected, verifiedForm } from './jws.js'
import type { CanonicalForm } from './payload.js'
import { readObject, readSignatures } from './structure.js'

/**
 * Verifies one signature of any agent card against a key at hand: the JWS alone (A2A section 8.4), whatever agent the card
 * claims to be and whatever `kid` it names.
 *
 * Refusals: `CARD_TOO_LARGE`, `MALFORMED_JSON`, `INVALID_CARD` and `UNSIGNED` as in checks 1, 2 and 4 of {@link verify},
 * `UNSIGNED` also when there is no such entry; `BAD_SIGNATURE_HEADER`; `INVALID_SIGNATURE`, also for a key that is not 32
 * bytes.
 *
 * @param options - `index` counts the card's signatures from 0
 * @returns the `kid` of the entry, "" when it has none, and the form of the payload it verified over
 * @example
 * ```ts
 * import { Card } from 'anet-protocol'
 *
 * const card = new TextEncoder().encode('{"signatures":[]}')
 * Card.verifyJws(card, { index: 0, publicKey: new Uint8Array(32) }) // { ok: false, code: 'UNSIGNED', … }
 * ```
 */
export const verifyJws = (
  card: Uint8Array,
  { index, publicKey }: { readonly index: number; readonly publicKey: Uint8Array },
): Result<
  { readonly kid: string; readonly canonicalForm: CanonicalForm },
  | 'CARD_TOO_LARGE'
  | 'MALFORMED_JSON'
  | 'INVALID_CARD'
  | 'UNSIGNED'
  | 'BAD_SIGNATURE_HEADER'
  | 'INVALID_SIGNATURE'
> => {
  const object = readObject(card)
  if (!object.ok) return object
  const signed = readSignatures(object.json)
  if (!signed.ok) return signed
  const signature = signed.signatures[index]
  const path = `signatures[${index}]`
  if (signature === undefined) return refuse('UNSIGNED', 'the card has no such signature', path)
  const header = readProtected(signature.protected, path)
  if (!header.ok) return header
  const canonicalForm = verifiedForm(signature, publicKey, payloadsOf(object.json, object.text))
  return canonicalForm === undefined
    ? refuse('INVALID_SIGNATURE', 'the signature does not verify over the card', `${path}.signature`)
    : { ok: true, kid: header.kid, canonicalForm }
}
