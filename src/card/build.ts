import { canonicalize } from '../encoding/jcs.js'
import type { JsonObject } from '../encoding/json.js'
import { toUtf8 } from '../encoding/utf8.js'
import { AnetError, type Failure, orThrow, type Result, refuse } from '../errors.js'
import type { Aid } from '../identity/aid.js'
import type { Network } from '../identity/network.js'
import { type ConfigurationProblem, checkConfiguration, type OfferedCapability } from './configuration.js'
import { priceExtension } from './prices.js'
import { checkPublishForm } from './publish-form.js'
import type { CardKind } from './sign.js'
import { CARD_LIMITS } from './structure.js'
import { URIS } from './uris.js'

/** Whose card it is, and when it is issued. */
export type CardSubject = {
  readonly name: string
  readonly description: string
  readonly version: string
  readonly aid: Aid
  /** The base of the hub's URLs, without a slash at the end. */
  readonly hubUrl: string
  /** Higher than that of any other card with another content. */
  readonly seq: bigint
  /** Unix milliseconds. */
  readonly issuedAt: bigint
  /** Whether previews are on. */
  readonly previews?: boolean
}

/** Which extended card: `general` for everybody, `list` for peers on the allow or trust list. */
export type Variant = 'general' | 'list'

/** A card that was built, in publish form, to be signed. */
export type BuiltCard = {
  readonly card: JsonObject
  /** Where the key set for its signature is served. */
  readonly jku: string
  /** What it is to be signed as. */
  readonly as: CardKind
}

/** Why no card was built; `problems` when the configuration is at fault. */
export type BuildFailure<C extends 'INVALID_CONFIG' | 'NO_PUBLIC_CARD' | 'not_configured'> = Failure<C> & {
  readonly problems?: readonly ConfigurationProblem[]
}

/** How long before it is issued a card is valid, so that clocks may differ, milliseconds. */
const VALID_BEFORE = 60_000n

/**
 * Builds the public card of a node (PROTOCOL: What a node publishes): a skill for each offered capability that is not
 * `allow_only`, and `chat` when the policy is open. It never carries a price.
 *
 * Refusals: `INVALID_CONFIG`, with every problem; `NO_PUBLIC_CARD` when no skill would be listed.
 *
 * @throws an {@link AnetError}: `CARD_TOO_LARGE` for more than 256 skills; `NOT_PUBLISH_FORM` for a subject without a name,
 * description or version; `BAD_INPUT` for a text that I-JSON does not hold.
 * @example
 * ```ts
 * import { Card, Kel } from 'anet-protocol'
 *
 * const inbound = { policy: 'open', public_capabilities: [] }
 * const subject = { name: 'Echo', description: 'Says it again.', version: '1.0.0', hubUrl: 'https://hub.example.org' }
 * const who = { ...subject, aid: Kel.parseAid('bafyreicg')!, seq: 1n, issuedAt: 1767225600000n }
 * const built = Card.buildPublic({ inbound, modules: { service: {} } }, who)
 * built.ok && built.jku.endsWith('/agents/bafyreicg/jwks.json') // true
 * ```
 */
export const buildPublic = (
  configuration: unknown,
  subject: CardSubject,
): ({ readonly ok: true } & BuiltCard) | BuildFailure<'INVALID_CONFIG' | 'NO_PUBLIC_CARD'> => {
  const read = readOffers(configuration)
  if (!read.ok) return read
  const listed = read.offers.filter((offer) => !offer.isAllowOnly)
  if (listed.length === 0)
    return refuse(
      'NO_PUBLIC_CARD',
      'no skill would be listed: offer a capability in both lists that is not allow_only, or set the policy "open"',
    )
  return { ok: true, as: 'public', ...built(listed, subject) }
}

/**
 * Builds an extended card of a node: `general` is the public card with its prices; `list` also has the `allow_only`
 * capabilities and all prices.
 *
 * Refusals: `INVALID_CONFIG`, with every problem; `not_configured` when the variant would state neither a price nor a skill that
 * the public card does not list.
 *
 * @throws an {@link AnetError}: `CARD_TOO_LARGE` for more than 256 skills; `NOT_PUBLISH_FORM` for a subject without a name,
 * description or version; `BAD_INPUT` for a text that I-JSON does not hold.
 * @example
 * ```ts
 * import { Card, Kel } from 'anet-protocol'
 *
 * const inbound = { policy: 'open', public_capabilities: [] }
 * const subject = { name: 'Echo', description: 'Says it again.', version: '1.0.0', hubUrl: 'https://hub.example.org' }
 * const who = { ...subject, aid: Kel.parseAid('bafyreicg')!, seq: 1n, issuedAt: 1767225600000n }
 * const network = Kel.networkOf(Kel.parseAid('bafyreihub')!)
 * Card.buildExtended({ inbound, modules: { service: {} } }, who, { variant: 'general', network })
 * // { ok: false, code: 'not_configured', … }
 * ```
 */
export const buildExtended = (
  configuration: unknown,
  subject: CardSubject,
  { variant, network }: { readonly variant: Variant; readonly network: Network },
): ({ readonly ok: true } & BuiltCard) | BuildFailure<'INVALID_CONFIG' | 'not_configured'> => {
  const read = readOffers(configuration)
  if (!read.ok) return read
  const listed = read.offers.filter(({ isAllowOnly }) => variant === 'list' || !isAllowOnly)
  const prices = new Map(listed.flatMap(({ id, price }) => (price === 0n ? [] : [[id, price] as const])))
  if (prices.size === 0 && !listed.some(({ isAllowOnly }) => isAllowOnly)) {
    return refuse('not_configured', 'the variant states neither a price nor a further skill')
  }
  return {
    ok: true,
    as: 'extended',
    ...built(listed, subject, prices.size === 0 ? [] : [priceExtension(network, prices)]),
  }
}

/** A skill that a card may list. */
type Offer = {
  readonly id: string
  readonly price: bigint
  readonly isAllowOnly: boolean
  readonly skill: JsonObject
}

const CHAT: Offer = {
  id: 'chat',
  price: 0n,
  isAllowOnly: false,
  skill: {
    id: 'chat',
    name: 'Chat',
    description: 'Answers messages in text.',
    tags: ['chat'],
    inputModes: ['text/plain'],
    outputModes: ['text/plain'],
  },
}

const readOffers = (
  configuration: unknown,
): Result<{ readonly offers: readonly Offer[] }, 'INVALID_CONFIG'> & {
  readonly problems?: readonly ConfigurationProblem[]
} => {
  const checked = checkConfiguration(configuration)
  const { problems } = checked
  if (!checked.ok) {
    const errors = problems.filter(({ severity }) => severity === 'error')
    const [first] = errors
    return {
      ...refuse('INVALID_CONFIG', `${errors.length} errors, the first: ${first?.detail}`, first?.path),
      problems,
    }
  }
  const offers = checked.offered.map(offerOf)
  return { ok: true, offers: checked.configuration.inbound.policy === 'open' ? [...offers, CHAT] : offers }
}

const offerOf = ({ id, public: { allow_only: isAllowOnly }, service }: OfferedCapability): Offer => ({
  id,
  price: service.price,
  isAllowOnly,
  skill: {
    id,
    name: service.name || id,
    description: service.description || 'No description was given.',
    tags: service.tags ?? tagsOf(id),
    ...(service.examples === undefined ? {} : { examples: service.examples }),
    ...(service.input_modes === undefined ? {} : { inputModes: service.input_modes }),
    ...(service.output_modes === undefined ? {} : { outputModes: service.output_modes }),
  },
})

/** The words of an id, lower-cased, each once. */
const tagsOf = (id: string): readonly string[] => {
  const words = new Set(id.toLowerCase().split(/[^\p{L}\p{Nd}]+/u))
  words.delete('')
  return words.size === 0 ? [id] : [...words].slice(0, CARD_LIMITS.tags)
}

const built = (
  offers: readonly Offer[],
  subject: CardSubject,
  priceExtensions: readonly JsonObject[] = [],
): Omit<BuiltCard, 'as'> => {
  if (offers.length > CARD_LIMITS.skills) {
    throw new AnetError(
      'CARD_TOO_LARGE',
      `${offers.length} skills, more than ${CARD_LIMITS.skills}`,
      'skills',
    )
  }
  const { name, description, version, aid, hubUrl } = subject
  const card: JsonObject = {
    name,
    description,
    version,
    supportedInterfaces: [
      { url: `${hubUrl}/relay`, protocolBinding: URIS.relay, protocolVersion: '1.0', tenant: aid },
    ],
    capabilities: {
      streaming: false,
      pushNotifications: false,
      extendedAgentCard: true,
      extensions: [...extensionsOf(offers, subject), ...priceExtensions],
    },
    defaultInputModes: ['application/json'],
    defaultOutputModes: ['application/json'],
    skills: offers.map(({ skill }) => skill),
  }
  orThrow(checkPublishForm(toUtf8(canonicalize(card))))
  return { jku: `${hubUrl}/agents/${aid}/jwks.json`, card }
}

const extensionsOf = (
  offers: readonly Offer[],
  { aid, seq, issuedAt, previews = false }: CardSubject,
): readonly JsonObject[] => {
  const notBefore = issuedAt > VALID_BEFORE ? issuedAt - VALID_BEFORE : 0n
  const params = { aid, seq: `${seq}`, issuedAt: `${issuedAt}`, notBefore: `${notBefore}` }
  const isPriced = ({ price }: Offer): boolean => price > 0n
  const charge = offers.every(isPriced) ? [{ uri: URIS.x402, required: true }] : [{ uri: URIS.x402 }]
  return [
    { uri: URIS.anetCard, params },
    { uri: URIS.anetEvidence },
    ...(offers.some(isPriced) ? charge : []),
    ...(previews ? [{ uri: URIS.anetPreview }] : []),
  ]
}
