import { sign as signBytes } from '../crypto/ed25519.js'
import { toBase64url } from '../encoding/base64.js'
import { canonicalize, canonicalText } from '../encoding/jcs.js'
import { isJsonArray, type JsonObject, type JsonValue } from '../encoding/json.js'
import { toUtf8 } from '../encoding/utf8.js'
import { AnetError, orThrow } from '../errors.js'
import { signingInput, writeProtected } from './jws.js'
import { protoStrippedPayload } from './payload.js'
import { checkPublishForm } from './publish-form.js'
import { CARD_LIMITS } from './structure.js'
import { URIS } from './uris.js'

/** Whether hubs relay a card to everybody, or the agent itself hands it out. */
export type CardKind = 'public' | 'extended'

/** What a card is signed with, and as. */
export type SigningOptions = {
  readonly seed: Uint8Array
  readonly kid: string
  readonly jku?: string
  readonly as?: CardKind
}

/**
 * Signs a card (A2A section 8.4; PROTOCOL: The signed payload): appends a JWS with detached content to its `signatures` and
 * gives the signed card in the canonical form of RFC 8785. A card that is not in publish form is refused, never
 * repaired. It is signed as a public card, which never carries a price, or as an extended one.
 *
 * @param card - the card as JSON bytes or as a value
 * @param options - the 32-byte `seed` of the signing key, its `kid` ({@link formatKid}; the two are not compared), and `jku`, where its key set is
 * served, left out of the header when empty; `as`, "public" when it is not given
 * @throws an {@link AnetError}: the codes of {@link checkPublishForm}; `BAD_SIGNATURE_HEADER` for a seed that is not 32 bytes,
 * an empty kid, or a kid or jku with a lone surrogate; `PRICE_ON_PUBLIC_CARD`; `CARD_TOO_LARGE` when the signed card has more
 * than 65,536 bytes or 8 signatures.
 * @example
 * ```ts
 * import { Card, Crypto } from 'anet-protocol'
 *
 * const seed = new Uint8Array(32)
 * const card = {
 *   name: 'Echo',
 *   description: 'Says it again.',
 *   version: '1.0.0',
 *   supportedInterfaces: [{ url: 'https://echo.example.org', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
 *   capabilities: { streaming: false, pushNotifications: false },
 *   defaultInputModes: ['text/plain'],
 *   defaultOutputModes: ['text/plain'],
 *   skills: [{ id: 'echo', name: 'Echo', description: 'Says it again.', tags: ['text'] }],
 * }
 * const signed = Card.sign(card, { seed, kid: 'did:anet:bafyreicg#0' })
 * Card.verifyJws(signed, { index: 0, publicKey: Crypto.publicKeyOf(seed) }).ok // true
 * ```
 */
export const sign = (
  card: Uint8Array | JsonObject,
  { seed, kid, jku = '', as = 'public' }: SigningOptions,
): Uint8Array => {
  const bytes = card instanceof Uint8Array ? card : toUtf8(canonicalize(card))
  const { card: publishable } = orThrow(checkPublishForm(bytes))
  if (as === 'public' && statesPrice(publishable)) {
    throw new AnetError(
      'PRICE_ON_PUBLIC_CARD',
      'a public card never carries a price',
      'capabilities.extensions',
    )
  }
  const entry = signatureOf(publishable, seed, kid, jku)
  const signatures = [...((publishable.signatures ?? []) as readonly JsonValue[]), entry]
  const signed = toUtf8(canonicalText({ ...publishable, signatures }))
  if (signatures.length > CARD_LIMITS.signatures) {
    throw new AnetError('CARD_TOO_LARGE', `more than ${CARD_LIMITS.signatures} signatures`, 'signatures')
  }
  if (signed.length > CARD_LIMITS.bytes) {
    throw new AnetError('CARD_TOO_LARGE', `the signed card has more than ${CARD_LIMITS.bytes} bytes`)
  }
  return signed
}

const statesPrice = ({ capabilities }: JsonObject): boolean => {
  const extensions = (capabilities as JsonObject).extensions
  return isJsonArray(extensions) && extensions.some((one) => (one as JsonObject).uri === URIS.anetPrice)
}

const signatureOf = (card: JsonObject, seed: Uint8Array, kid: string, jku: string): JsonObject => {
  if (seed.length !== 32) throw new AnetError('BAD_SIGNATURE_HEADER', 'an Ed25519 seed has 32 bytes', 'seed')
  for (const [name, text] of Object.entries({ kid, jku })) {
    if (!text.isWellFormed()) {
      throw new AnetError('BAD_SIGNATURE_HEADER', 'the text holds a lone surrogate', name)
    }
  }
  if (kid === '') throw new AnetError('BAD_SIGNATURE_HEADER', 'a signature names its key', 'kid')
  const encoded = writeProtected(kid, jku)
  const payload = protoStrippedPayload(card)
  return { protected: encoded, signature: toBase64url(signBytes(seed, signingInput(encoded, payload))) }
}
