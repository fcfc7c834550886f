import { sign } from '../../src/card/sign.js'
import { URIS } from '../../src/card/uris.js'
import { sha256 } from '../../src/crypto/sha256.js'
import { toBase64 } from '../../src/encoding/base64.js'
import type { JsonObject } from '../../src/encoding/json.js'
import { incept, rotate } from '../../src/identity/controller.js'
import { encodeKel } from '../../src/identity/key-event.js'

/** When the cards of {@link signedCard} are valid. */
export const NOW = '1767225600000'

/** A signed card with its log. */
export type CardWithLog = { readonly card: Uint8Array; readonly kel: Uint8Array; readonly aid: string }

/**
 * The card of some agent: `who` names it, `seq` and `name` tell its cards apart. With `committingTo` its key was rotated once,
 * and the next key is that one.
 */
export const signedCard = (
  who: string,
  { seq = 1, name = who, committingTo }: { seq?: number; name?: string; committingTo?: string } = {},
): CardWithLog => {
  const first = incept({ seed: sha256(who), nextSeed: sha256(`${who}, next`) })
  const { kel, seed } =
    committingTo === undefined
      ? first
      : rotate(first, { nextSeed: sha256(committingTo), timestamp: BigInt(NOW) })
  const params = { aid: kel.aid, seq: `${seq}`, issuedAt: NOW, notBefore: NOW }
  const card: JsonObject = {
    name,
    description: 'Says it again.',
    version: '1.0.0',
    supportedInterfaces: [
      { url: 'https://echo.example.org', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
    ],
    capabilities: {
      streaming: false,
      pushNotifications: false,
      extensions: [{ uri: URIS.anetCard, params }],
    },
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [{ id: 'echo', name: 'Echo', description: 'Says it again.', tags: ['text'] }],
  }
  const signed = sign(card, { seed, kid: `did:anet:${kel.aid}#${kel.states.length - 1}` })
  return { card: signed, kel: encodeKel(kel.events), aid: kel.aid }
}

/** A line of verify-cards, the card spelled as it was signed. */
export const cardLine = ({ card, kel }: Pick<CardWithLog, 'card' | 'kel'>): string =>
  `{"card":${new TextDecoder().decode(card)},"kel":"${toBase64(kel)}"}\n`
