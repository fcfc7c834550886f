import * as z from 'zod/mini'
import en from 'zod/v4/locales/en.js'
import { MAX_AMOUNT } from '../encoding/decimal.js'
import { pathText } from '../encoding/json-path.js'
import { CARD_LIMITS } from './structure.js'

/**
 * What a node is configured to offer (PROTOCOL: What a node publishes): the capabilities it makes public and those its service
 * module serves. A capability is offered when it stands in both lists. A schema is made when it is first used: making all of
 * them takes as long as loading the rest of the library.
 */

/** Of itself zod/mini says "Invalid input" whatever is wrong. */
const { localeError: sayWhy } = en()

/** A text that says something: not blank. */
const filled = z.lazy(() => z.string().check(z.regex(/\S/)))

/** A whole number, 0 taking the default. */
const whole = (standard: number) =>
  z.pipe(
    z._default(z.int().check(z.nonnegative()), standard),
    z.transform((stated) => (stated === 0 ? standard : stated)),
  )

/** Whole credits: a safe number, or a bigint for what JSON numbers cannot carry. */
const credits = z.lazy(() =>
  z.pipe(
    z._default(z.union([z.int().check(z.nonnegative()), z.bigint().check(z.gte(0n), z.lte(MAX_AMOUNT))]), 0),
    z.transform((stated: number | bigint) => BigInt(stated)),
  ),
)

const texts = z.lazy(() => z.optional(z.array(filled).check(z.minLength(1))))

/** Files that a call may bring: how many, how large each, of which media types. */
const files = z.lazy(() =>
  z.looseObject({
    count: z.int().check(z.gte(1), z.lte(8)),
    max_bytes: z.int().check(z.gte(1), z.lte(64 * 1024 * 1024)),
    media_types: texts,
  }),
)

const publicCapability = z.lazy(() =>
  z.looseObject({
    id: filled.check(z.refine((id) => id !== 'chat')),
    per_caller_per_min: whole(60),
    per_caller_per_day: whole(2000),
    global_per_min: whole(1200),
    max_inflight: whole(16),
    per_caller_inflight: whole(1),
    max_args_bytes: whole(4096),
    allow_only: z._default(z.boolean(), false),
    evidence: z._default(z.enum(['cid', 'full']), 'cid'),
    files: z.optional(files),
    discard: z.optional(z.boolean()),
  }),
)

const serviceCapability = z.lazy(() =>
  z.looseObject({
    id: filled,
    url: z.string().check(z.regex(/^(?:unix:\/\/\/|https?:\/\/)./)),
    price: credits,
    description: z.optional(z.string()),
    name: z.optional(z.string()),
    tags: z.optional(z.array(filled).check(z.minLength(1), z.maxLength(CARD_LIMITS.tags))),
    examples: texts,
    input_modes: texts,
    output_modes: texts,
    timeout_ms: z.optional(z.int().check(z.gte(1))),
    token_file: z.optional(z.string()),
  }),
)

const configuration = z.lazy(() =>
  z.looseObject({
    inbound: z.looseObject({
      policy: z.enum(['closed', 'approve', 'open']),
      public_capabilities: z._default(z.array(publicCapability), []),
    }),
    modules: z.looseObject({
      service: z.looseObject({
        allow_tcp: z._default(z.boolean(), false),
        timeout_ms: z._default(z.int().check(z.gte(1)), 120_000),
        token_file: z._default(z.string(), ''),
        capabilities: z._default(z.array(serviceCapability), []),
      }),
    }),
  }),
)

/**
 * What a node is configured to offer, its defaults filled in.
 *
 * @interface
 */
export type Configuration = z.output<typeof configuration>

/**
 * A capability as callers are held to it, with its defaults.
 *
 * @interface
 */
export type PublicCapability = z.output<typeof publicCapability>

/**
 * A capability as the service module serves it; the price in credits, 0 for a free one.
 *
 * @interface
 */
export type ServiceCapability = z.output<typeof serviceCapability>

/** Something wrong with a configuration. A `warning` costs only the capability it names; an `error` refuses the whole. */
export type ConfigurationProblem = {
  readonly severity: 'error' | 'warning'
  readonly path: string
  readonly detail: string
}

/** A capability that stands in both lists. */
export type OfferedCapability = { readonly id: string } & {
  readonly public: PublicCapability
  readonly service: ServiceCapability
}

/** A configuration, checked: every problem, and without an error what is offered, sorted by id. */
export type CheckedConfiguration = { readonly problems: readonly ConfigurationProblem[] } & (
  | {
      readonly ok: true
      readonly configuration: Configuration
      readonly offered: readonly OfferedCapability[]
    }
  | { readonly ok: false }
)

/**
 * Reads a node's configuration and names every problem in it, not the first alone, sorted by path. An id that stands in one list
 * only is a warning: that capability is not offered, the rest is. Everything else is an error.
 *
 * @param stated - `{inbound: {policy, public_capabilities}, modules: {service: {…}}}`, as parsed from its file
 * @example
 * ```ts
 * import { Card } from 'anet-protocol'
 *
 * const service = { capabilities: [{ id: 'echo', url: 'http://127.0.0.1:8000' }] }
 * const inbound = { policy: 'approve', public_capabilities: [{ id: 'echo', max_args_bytes: -1 }] }
 * Card.checkConfiguration({ inbound, modules: { service } }).problems.map(({ path }) => path)
 * // ['inbound.public_capabilities[0].max_args_bytes', 'modules.service.capabilities[0].url']
 * ```
 */
export const checkConfiguration = (stated: unknown): CheckedConfiguration => {
  const read = z.safeParse(configuration, stated, { error: sayWhy })
  const problems = sorted([
    ...(read.error?.issues ?? []).map(({ path, message }) => problem('error', path, message)),
    ...crossProblems(stated),
  ])
  if (!read.success || problems.some(({ severity }) => severity === 'error')) return { ok: false, problems }
  return { ok: true, problems, configuration: read.data, offered: offeredBy(read.data) }
}

type Path = readonly PropertyKey[]

const problem = (
  severity: ConfigurationProblem['severity'],
  path: Path,
  detail: string,
): ConfigurationProblem => ({
  severity,
  path: pathText(path.map((segment) => (typeof segment === 'number' ? segment : String(segment)))),
  detail,
})

/** By path; of one path only the first is said. */
const sorted = (problems: readonly ConfigurationProblem[]): readonly ConfigurationProblem[] => {
  const byPath = new Map<string, ConfigurationProblem>()
  for (const one of problems) if (!byPath.has(one.path)) byPath.set(one.path, one)
  return [...byPath.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** An entry of a list that may hold anything. */
type Entry = Readonly<Record<string, unknown>>

/** What no member says alone, found in whatever was stated, so that one problem never hides another. */
const crossProblems = (stated: unknown): readonly ConfigurationProblem[] => {
  const publicPath = ['inbound', 'public_capabilities']
  const servicePath = ['modules', 'service', 'capabilities']
  const listed = entriesAt(stated, publicPath)
  const served = entriesAt(stated, servicePath)
  const allowTcp = at(stated, ['modules', 'service', 'allow_tcp']) === true
  return [
    ...idProblems(listed, publicPath, served),
    ...idProblems(served, servicePath, listed),
    ...listed.flatMap((entry, i) => inflightProblems(entry, [...publicPath, i])),
    ...served.flatMap((entry, i) => urlProblems(entry, allowTcp, [...servicePath, i])),
  ]
}

const idProblems = (
  entries: readonly Entry[],
  path: Path,
  others: readonly Entry[],
): readonly ConfigurationProblem[] =>
  entries.flatMap(({ id }, i) => {
    if (typeof id !== 'string') return []
    if (entries.findIndex((entry) => entry.id === id) < i) {
      return [problem('error', [...path, i, 'id'], 'an earlier capability has this id')]
    }
    return others.some((entry) => entry.id === id)
      ? []
      : [problem('warning', [...path, i, 'id'], 'stands in one list only, so it is not offered')]
  })

const inflightProblems = (entry: Entry, path: Path): readonly ConfigurationProblem[] => {
  const { max_inflight: most = 16, per_caller_inflight: perCaller = 1 } = entry
  return Number(perCaller) > (Number(most) || 16)
    ? [problem('error', [...path, 'per_caller_inflight'], 'above max_inflight')]
    : []
}

const urlProblems = ({ url }: Entry, allowTcp: boolean, path: Path): readonly ConfigurationProblem[] =>
  !allowTcp && typeof url === 'string' && /^https?:/.test(url)
    ? [problem('error', [...path, 'url'], 'a service over TCP needs allow_tcp')]
    : []

const at = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (part, name) => (typeof part === 'object' && part !== null ? (part as Entry)[name as string] : undefined),
    value,
  )

const entriesAt = (stated: unknown, path: Path): readonly Entry[] => {
  const list = at(stated, path)
  if (!Array.isArray(list)) return []
  return list.map((entry) => (typeof entry === 'object' && entry !== null ? (entry as Entry) : {}))
}

const offeredBy = ({ inbound, modules }: Configuration): readonly OfferedCapability[] =>
  inbound.public_capabilities
    .flatMap((one) => {
      const service = modules.service.capabilities.find(({ id }) => id === one.id)
      return service === undefined ? [] : [{ id: one.id, public: one, service }]
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1))
