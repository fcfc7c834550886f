import { verify as nodeVerify } from 'node:crypto'
import { type AgentCard, verifyAgentCardSignature } from '@a2a-js/sdk'
import { Card, Encoding, Kel, orThrow } from 'anet-protocol'
import { agent, asciiCard, NOW, signedCard } from './agent.js'
import { keyObjectOf } from './key-object.js'
import type { Row, Sides } from './measure.js'

const publicKey = keyObjectOf(agent.kel.states[0]!.currentKeys[0])

export const cardRows: readonly Row[] = [
  {
    name: 'card.verify warm / ed25519 floor',
    prepare: () => overFloor(asciiCard, agent.kel),
  },
  {
    name: 'card.verify cold / ed25519 floor',
    prepare: () => overFloor(asciiCard, Kel.encodeKel(agent.kel.events)),
  },
  {
    name: 'card.verify warm, non-ASCII / ed25519 floor',
    prepare: () => {
      const description = 'Prognosen und Rückblicke für Städte in Nordeuropa. 北欧城市的天气预报 ☂'
      return overFloor(signedCard({ description }), agent.kel)
    },
  },
  {
    name: 'card.verify warm / @a2a-js/sdk',
    prepare: () => {
      const parsed: AgentCard = JSON.parse(new TextDecoder().decode(asciiCard))
      const served = new TextDecoder().decode(Card.jwksOf(agent.kel))
      // As its users call it: the key comes out of the key set that the jku answers with, here without the network.
      const verifyBySdk = verifyAgentCardSignature(async (kid) =>
        JSON.parse(served).keys.find((key: { readonly kid: string }) => key.kid === kid),
      )
      return {
        this: () => Card.verify(asciiCard, { now: NOW, kel: agent.kel }).ok,
        // It throws for a signature that does not verify.
        against: () => verifyBySdk(parsed).then(() => true),
      }
    },
  },
]

/** A card's verification over that of its signature alone, which no reader of the card can go without. */
const overFloor = (card: Uint8Array, kel: Card.KelSource): Sides => {
  const parsed = orThrow(Card.parse(card)).card
  const { protoStripped } = orThrow(Card.payloadOf(card))
  const { protected: header, signature } = parsed.signatures[0]!
  const signingInput = new TextEncoder().encode(`${header}.${Encoding.toBase64url(protoStripped)}`)
  const signatureBytes = Encoding.fromBase64url(signature)!
  return {
    this: () => Card.verify(card, { now: NOW, kel }).ok,
    against: () => nodeVerify(null, signingInput, publicKey, signatureBytes),
  }
}
