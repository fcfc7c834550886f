import * as z from 'zod/mini'
import { type BuiltCard, buildExtended, buildPublic, type CardSubject } from '../card/build.js'
import { checkConfiguration } from '../card/configuration.js'
import { decideFetch, shownAfter } from '../card/fetch.js'
import { listSkills } from '../card/prices.js'
import { checkPublishForm } from '../card/publish-form.js'
import { URIS } from '../card/uris.js'
import { verify } from '../card/verify.js'
import { canonicalize } from '../encoding/jcs.js'
import { toUtf8 } from '../encoding/utf8.js'
import { orThrow } from '../errors.js'
import type { Aid } from '../identity/aid.js'
import type { Network } from '../identity/network.js'
import { base64, uint64 } from './input.js'
import { op } from './op.js'

const agent = z.lazy(() =>
  z.pipe(
    z.object({
      name: z.string(),
      description: z.string(),
      version: z.string(),
      aid: z.string(),
      hubUrl: z.string(),
      seq: uint64,
      issuedAt: uint64,
      previews: z.optional(z.boolean()),
    }),
    z.transform((subject) => subject as CardSubject & { readonly aid: Aid }),
  ),
)

/** The operations of the area card that concern publishing. */
export const publishingOps = {
  'card.checkConfig': op(
    () => z.object({ config: z.unknown() }),
    ({ config: stated }) => {
      const checked = checkConfiguration(stated)
      const problems = checked.problems.map(({ severity, path }) => ({ severity, path }))
      const offered = checked.ok ? { offered: checked.offered.map(({ id }) => id) } : {}
      return { ok: { valid: checked.ok, problems, ...offered } }
    },
  ),

  'card.buildPublic': op(
    () => z.object({ config: z.unknown(), agent }),
    ({ config: stated, agent: subject }) => {
      const built = buildPublic(stated, subject)
      return built.ok ? { ok: shown(built) } : built
    },
  ),

  'card.buildExtended': op(
    () => z.object({ config: z.unknown(), agent, variant: z.enum(['general', 'list']), network: z.string() }),
    ({ config: stated, agent: subject, variant, network }) => {
      const built = buildExtended(stated, subject, { variant, network: network as Network })
      return built.ok ? { ok: shown(built) } : built
    },
  ),

  'card.fetchDecision': op(
    () =>
      z.object({
        now: uint64,
        copyFetchedAt: z.optional(uint64),
        lastAskedAt: z.optional(uint64),
        x402Declared: z.boolean(),
        credential: z.boolean(),
      }),
    (situation) => ({ ok: { decision: decideFetch(situation as Parameters<typeof decideFetch>[0]) } }),
  ),

  'card.fetchOutcome': op(
    () =>
      z.object({
        outcome: z.enum([
          'valid',
          'not-offered',
          'not-configured',
          'busy',
          'silent',
          'unreachable',
          'bad-signature',
        ]),
      }),
    ({ outcome }) => ({ ok: { ...shownAfter(outcome) } }),
  ),

  'card.listSkills': op(
    () => z.object({ cardB64: base64, kelB64: base64, now: uint64 }),
    ({ cardB64, kelB64, now }) => {
      const verified = verify(cardB64, { now, kel: kelB64 })
      if (!verified.ok) return verified
      const listed = listSkills(verified.card, now)
      return listed.ok
        ? { ok: { skills: listed.skills, pricesFetchedAt: `${listed.pricesFetchedAt}` } }
        : listed
    },
  ),
}

type Skill = {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly tags: readonly string[]
  readonly examples?: readonly string[]
  readonly inputModes?: readonly string[]
  readonly outputModes?: readonly string[]
}

type Extension = {
  readonly uri: string
  readonly required?: boolean
  readonly params?: {
    readonly network?: string
    readonly asset?: string
    readonly prices?: readonly { readonly skillId: string; readonly amount: string }[]
  }
}

/** What the rules fix of a card that was built, read out of it. It is in publish form. */
const shown = ({ card, jku }: BuiltCard): Record<string, unknown> => {
  orThrow(checkPublishForm(toUtf8(canonicalize(card))))
  const { name, description, version, supportedInterfaces, capabilities, skills: listed } = card
  const skills = listed as unknown as readonly Skill[]
  const capabilitySkills = skills.filter(({ id }) => id !== 'chat')
  const byId = <T>(from: readonly Skill[], member: (skill: Skill) => T | undefined): Record<string, T> =>
    Object.fromEntries(
      from.flatMap((skill) => {
        const value = member(skill)
        return value === undefined ? [] : [[skill.id, value]]
      }),
    )
  const { extensions, ...flags } = capabilities as unknown as { readonly extensions: readonly Extension[] }
  const price = extensions.find(({ uri }) => uri === URIS.anetPrice)?.params
  return {
    skillIds: capabilitySkills.map(({ id }) => id),
    chat: skills.length > capabilitySkills.length,
    names: byId(capabilitySkills, (skill) => skill.name),
    tags: byId(capabilitySkills, (skill) => skill.tags),
    descriptions: byId(capabilitySkills, (skill) => skill.description),
    examples: byId(capabilitySkills, (skill) => skill.examples),
    inputModes: byId(skills, (skill) => skill.inputModes ?? (card.defaultInputModes as readonly string[])),
    outputModes: byId(skills, (skill) => skill.outputModes ?? (card.defaultOutputModes as readonly string[])),
    name,
    description,
    version,
    interface: (supportedInterfaces as readonly unknown[])[0],
    jku,
    anetCard: extensions.find(({ uri }) => uri === URIS.anetCard)?.params,
    ...flags,
    extensionUris: extensions.map(({ uri }) => uri).sort(),
    requiredUris: extensions.flatMap(({ uri, required }) => (required ? [uri] : [])).sort(),
    prices: Object.fromEntries((price?.prices ?? []).map(({ skillId, amount }) => [skillId, amount])),
    ...(price === undefined ? {} : { priceNetwork: price.network, priceAsset: price.asset }),
  }
}
