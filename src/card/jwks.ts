import { toBase64url } from '../encoding/base64.js'
import { canonicalText } from '../encoding/jcs.js'
import { toUtf8 } from '../encoding/utf8.js'
import { currentStates, type ReplayedKel } from '../identity/replay.js'
import { formatKid } from './jws.js'

/**
 * The key set that a card's `jku` points to (RFC 7517, RFC 8037; PROTOCOL: High water): RFC 8785 JSON with one OKP key per
 * key state that is current now, in seq order; no key once the log is deactivated.
 *
 * @example
 * ```ts
 * import { Card, Kel } from 'anet-protocol'
 *
 * const { kel } = Kel.incept({ seed: new Uint8Array(32) })
 * new TextDecoder().decode(Card.jwksOf(kel)) // '{"keys":[{"alg":"EdDSA","crv":"Ed25519","kid":"did:anet:…#0",…}]}'
 * ```
 */
export const jwksOf = (kel: ReplayedKel): Uint8Array => {
  const keys = currentStates(kel).map((state) => ({
    alg: 'EdDSA',
    crv: 'Ed25519',
    kid: formatKid(state),
    kty: 'OKP',
    use: 'sig',
    x: toBase64url(state.currentKeys[0]),
  }))
  return toUtf8(canonicalText({ keys }))
}
