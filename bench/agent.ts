import { createHash } from 'node:crypto'
import { Card, type Encoding, Kel } from 'anet-protocol'

/** When everything in the benchmarks happens, unix milliseconds. */
export const NOW = 1_767_225_600_000n

/** A seed that is the same in every run. */
export const seedOf = (label: string): Uint8Array =>
  new Uint8Array(createHash('sha256').update(`anet-protocol bench ${label}`).digest())

/** An agent whose log is its inception alone. */
export const agent = Kel.incept({ seed: seedOf('agent'), nextSeed: seedOf('agent, next') })

/** A card of an agent as it publishes it, 1.5 KB with ASCII texts. */
export const signedCard = ({
  description,
  of = agent,
}: {
  readonly description: string
  readonly of?: Kel.Controller
}): Uint8Array => {
  const { aid } = of.kel
  const card: Encoding.JsonObject = {
    name: 'Weather desk',
    description,
    version: '2.3.0',
    supportedInterfaces: [
      {
        url: 'https://hub.example.org/a2a/relay',
        protocolBinding: Card.URIS.relay,
        protocolVersion: '1.0',
        tenant: aid,
      },
    ],
    provider: { organization: 'Example Weather', url: 'https://weather.example.org' },
    capabilities: {
      streaming: false,
      pushNotifications: false,
      extensions: [
        {
          uri: Card.URIS.anetCard,
          description: 'Binds the card to the agent',
          params: { aid, seq: '7', issuedAt: `${NOW}`, notBefore: `${NOW}` },
        },
      ],
    },
    defaultInputModes: ['text/plain', 'application/json'],
    defaultOutputModes: ['text/plain', 'application/json'],
    skills: [
      {
        id: 'forecast',
        name: 'Forecast',
        description: 'The forecast for a place and a day, hour by hour.',
        tags: ['weather', 'forecast'],
        examples: ['Will it rain in Oslo tomorrow?'],
      },
      {
        id: 'history',
        name: 'History',
        description: 'What was measured at a station on a day.',
        tags: ['weather', 'history'],
      },
    ],
  }
  return Card.sign(card, { seed: of.seed, kid: Card.formatKid({ aid, keyStateSeq: 0n }) })
}

export const asciiCard = signedCard({
  description: 'Forecasts and past weather for towns in Northern Europe.',
})
