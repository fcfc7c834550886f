import { findFoldedTwin } from '../encoding/case-fold.js'
import { parseUint64 } from '../encoding/decimal.js'
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, readJson } from '../encoding/json.js'
import { pathText } from '../encoding/json-path.js'
import { toUtf8 } from '../encoding/utf8.js'
import { type Failure, type Result, refuse } from '../errors.js'
import type { CardText } from './payload.js'
import { URIS } from './uris.js'

/** The limits of a network card (PROTOCOL: Verifying a network card); lengths are UTF-8 bytes. */
export const CARD_LIMITS = {
  bytes: 65_536,
  signatures: 8,
  nameBytes: 128,
  descriptionBytes: 4096,
  skills: 256,
  tags: 16,
} as const

/** Why a card is refused before its signatures are looked at. */
export type StructureCode =
  | 'CARD_TOO_LARGE'
  | 'MALFORMED_JSON'
  | 'INVALID_CARD'
  | 'UNSIGNED'
  | 'BINDING_MISMATCH'

/** One entry of a card's `signatures`. */
export type CardSignature = { readonly protected: string; readonly signature: string }

/** What a network card says of itself. */
export type CardContent = {
  readonly json: JsonObject
  readonly signatures: readonly CardSignature[]
  /** The agent the card claims to be. */
  readonly aid: string
  readonly seq: bigint
  /** Unix milliseconds. */
  readonly issuedAt: bigint
  /** Unix milliseconds. */
  readonly notBefore: bigint
  readonly name: string
  readonly skillIds: readonly string[]
}

/** A network card that is well formed: what it claims, none of which is verified. Made by {@link parse} alone. */
export type ParsedCard = CardContent & { readonly [parsed]: true }
declare const parsed: unique symbol

/**
 * Reads a network card and judges everything in it but its signatures and its time (PROTOCOL: Verifying a network card,
 * checks 1 to 7): enough to know whose key event log to look up.
 *
 * Refusals, in this order: `CARD_TOO_LARGE` over 65,536 bytes; `MALFORMED_JSON`; `INVALID_CARD` when it is no object or two
 * names of one object are equal under case folding; `UNSIGNED` without signatures; `CARD_TOO_LARGE` over 8 of them;
 * `INVALID_CARD` or `CARD_TOO_LARGE` (over a limit) for its content; `INVALID_CARD` without exactly one complete anet-card
 * extension; `BINDING_MISMATCH` for a relay interface of another tenant.
 *
 * @example
 * ```ts
 * import { Card } from 'anet-protocol'
 *
 * Card.parse(new TextEncoder().encode('{"signatures":[]}')) // { ok: false, code: 'UNSIGNED', … }
 * ```
 */
export const parse = (card: Uint8Array): Result<{ readonly card: ParsedCard }, StructureCode> => {
  const read = readCard(card)
  return read.ok ? { ok: true, card: read.card } : read
}

/** {@link parse}, and the bytes the card was read from. */
export const readCard = (
  card: Uint8Array,
): Result<{ readonly card: ParsedCard; readonly text: CardText }, StructureCode> => {
  const object = readObject(card)
  if (!object.ok) return object
  const { json, text } = object
  const folding = foldingFault(json)
  if (folding !== undefined) return folding
  const signed = readSignatures(json)
  if (!signed.ok) return signed
  const faulty = contentFault(json)
  if (faulty !== undefined) return faulty
  const identity = readIdentity(json)
  if (!identity.ok) return identity
  const { claims } = identity
  const binding = bindingFault(json, claims.aid)
  if (binding !== undefined) return binding
  const content: CardContent = { json, signatures: signed.signatures, ...claims, ...shownOf(json) }
  return { ok: true, card: content as ParsedCard, text }
}

/** Checks 1 and 2: a strict JSON object of a bearable size. */
export const readObject = (
  given: Uint8Array,
): Result<
  { readonly json: JsonObject; readonly text: CardText },
  'CARD_TOO_LARGE' | 'MALFORMED_JSON' | 'INVALID_CARD'
> => {
  if (given.length > CARD_LIMITS.bytes) {
    return refuse('CARD_TOO_LARGE', `the card has ${given.length} bytes, more than ${CARD_LIMITS.bytes}`)
  }
  // What another thread can change is copied first: the bytes are read twice, for the value and for the payload.
  const bytes = given.buffer instanceof ArrayBuffer ? given : new Uint8Array(given)
  const read = readJson(bytes)
  if (!read.ok) return read
  return isJsonObject(read.value)
    ? { ok: true, json: read.value, text: { bytes, spelling: read.spelling } }
    : refuse('INVALID_CARD', 'the card is no JSON object')
}

/** Check 3: a reader that matches names without case would read another member than the one checked. */
export const foldingFault = (json: JsonObject): Failure<'INVALID_CARD'> | undefined => {
  const twin = findFoldedTwin(json)
  return twin && refuse('INVALID_CARD', 'the name equals another one but for case', pathText(twin))
}

/** Check 4. */
export const readSignatures = ({
  signatures = [],
}: JsonObject): Result<
  { readonly signatures: readonly CardSignature[] },
  'UNSIGNED' | 'INVALID_CARD' | 'CARD_TOO_LARGE'
> => {
  if (!isJsonArray(signatures)) return invalid('no list', 'signatures')
  if (signatures.length === 0) return refuse('UNSIGNED', 'the card has no signature', 'signatures')
  if (signatures.length > CARD_LIMITS.signatures) {
    return tooLarge(`${signatures.length} signatures, more than ${CARD_LIMITS.signatures}`, 'signatures')
  }
  for (const [i, entry] of signatures.entries()) {
    if (!isJsonObject(entry)) return invalid('no object', `signatures[${i}]`)
    if (!isFilled(entry.protected)) return invalid('no text', `signatures[${i}].protected`)
    if (!isFilled(entry.signature)) return invalid('no text', `signatures[${i}].signature`)
  }
  return { ok: true, signatures: signatures as readonly CardSignature[] }
}

type ContentFault = Failure<'INVALID_CARD' | 'CARD_TOO_LARGE'> | undefined

/** Check 5: the REQUIRED members and their limits. */
const contentFault = (json: JsonObject): ContentFault => {
  const { name, description, version, supportedInterfaces, capabilities, skills } = json
  return (
    textFault(name, 'name', CARD_LIMITS.nameBytes) ??
    textFault(description, 'description', CARD_LIMITS.descriptionBytes) ??
    textFault(version, 'version') ??
    interfacesFault(supportedInterfaces) ??
    (isJsonObject(capabilities) ? undefined : invalid('no object', 'capabilities')) ??
    textsFault(json.defaultInputModes, 'defaultInputModes') ??
    textsFault(json.defaultOutputModes, 'defaultOutputModes') ??
    skillsFault(skills)
  )
}

const INTERFACE_TEXTS = ['url', 'protocolBinding', 'protocolVersion'] as const
const SKILL_TEXTS = ['id', 'name', 'description'] as const

const interfacesFault = (interfaces: JsonValue | undefined): ContentFault => {
  if (!isFilledList(interfaces)) return invalid('no list with an element', 'supportedInterfaces')
  for (const [i, one] of interfaces.entries()) {
    const path = `supportedInterfaces[${i}]`
    if (!isJsonObject(one)) return invalid('no object', path)
    const hollow = INTERFACE_TEXTS.find((name) => !isFilled(one[name]))
    if (hollow !== undefined) return invalid('no text', `${path}.${hollow}`)
  }
  return undefined
}

const skillsFault = (skills: JsonValue | undefined): ContentFault => {
  if (!isFilledList(skills)) return invalid('no list with an element', 'skills')
  if (skills.length > CARD_LIMITS.skills) {
    return tooLarge(`${skills.length} skills, more than ${CARD_LIMITS.skills}`, 'skills')
  }
  const ids = new Set<JsonValue>()
  for (const [i, skill] of skills.entries()) {
    const path = `skills[${i}]`
    if (!isJsonObject(skill)) return invalid('no object', path)
    const hollow = SKILL_TEXTS.find((name) => !isFilled(skill[name]))
    if (hollow !== undefined) return invalid('no text', `${path}.${hollow}`)
    const { id, tags } = skill
    if (!isFilledTexts(tags)) return textsFault(tags, `${path}.tags`)
    if (tags.length > CARD_LIMITS.tags) {
      return tooLarge(`${tags.length} tags, more than ${CARD_LIMITS.tags}`, `${path}.tags`)
    }
    if (ids.has(id!)) return invalid('an earlier skill has this id', `${path}.id`)
    ids.add(id!)
  }
  return undefined
}

type Claims = Pick<ParsedCard, 'aid' | 'seq' | 'issuedAt' | 'notBefore'>

/** Check 6: exactly one anet-card extension, its params complete. */
const readIdentity = (json: JsonObject): Result<{ readonly claims: Claims }, 'INVALID_CARD'> => {
  const path = 'capabilities.extensions'
  const { extensions = [] } = json.capabilities as JsonObject
  if (!isJsonArray(extensions)) return invalid('no list', path)
  let found: { readonly params: JsonValue | undefined; readonly path: string } | undefined
  for (const [i, extension] of extensions.entries()) {
    if (!isJsonObject(extension)) return invalid('no object', `${path}[${i}]`)
    const { uri = null, params } = extension
    if (uri !== null && typeof uri !== 'string') return invalid('no text', `${path}[${i}].uri`)
    if (uri !== URIS.anetCard) continue
    if (found !== undefined) return invalid('a second anet-card extension', `${path}[${i}]`)
    found = { params, path: `${path}[${i}].params` }
  }
  if (found === undefined) return invalid('no anet-card extension', path)
  if (!isJsonObject(found.params)) return invalid('no object', found.path)
  const { aid, seq, issuedAt, notBefore } = found.params
  if (!isFilled(aid)) return invalid('no text', `${found.path}.aid`)
  const claims: Partial<Record<'seq' | 'issuedAt' | 'notBefore', bigint>> = {}
  for (const [name, text] of Object.entries({ seq, issuedAt, notBefore })) {
    const value = parseUint64(text)
    if (value === undefined) return invalid('no uint64 as a decimal text', `${found.path}.${name}`)
    claims[name as keyof typeof claims] = value
  }
  return { ok: true, claims: { aid, ...(claims as Required<typeof claims>) } }
}

/** Check 7: every relay interface leads to the agent itself. */
const bindingFault = (json: JsonObject, aid: string): Failure<'BINDING_MISMATCH'> | undefined => {
  const interfaces = json.supportedInterfaces as readonly JsonObject[]
  const astray = interfaces.findIndex(
    ({ protocolBinding, tenant }) => protocolBinding === URIS.relay && tenant !== aid,
  )
  if (astray === -1) return undefined
  return refuse(
    'BINDING_MISMATCH',
    'the tenant is not the agent of the card',
    `supportedInterfaces[${astray}].tenant`,
  )
}

const shownOf = (json: JsonObject): Pick<ParsedCard, 'name' | 'skillIds'> => ({
  name: json.name as string,
  skillIds: (json.skills as readonly { readonly id: string }[]).map(({ id }) => id),
})

const textFault = (value: JsonValue | undefined, path: string, maxBytes?: number): ContentFault => {
  if (!isFilled(value)) return invalid('no text', path)
  // A UTF-16 unit takes at most 3 bytes, so most texts need no count.
  if (maxBytes === undefined || 3 * value.length <= maxBytes) return undefined
  const { length } = toUtf8(value)
  return length > maxBytes ? tooLarge(`${length} bytes, more than ${maxBytes}`, path) : undefined
}

const textsFault = (value: JsonValue | undefined, path: string): ContentFault => {
  if (!isFilledList(value)) return invalid('no list with an element', path)
  const hollow = value.findIndex((element) => !isFilled(element))
  return hollow === -1 ? undefined : invalid('no text', `${path}[${hollow}]`)
}

const isFilled = (value: JsonValue | undefined): value is string => typeof value === 'string' && value !== ''

const isFilledTexts = (value: JsonValue | undefined): value is readonly string[] =>
  isFilledList(value) && value.every(isFilled)

const isFilledList = (value: JsonValue | undefined): value is readonly JsonValue[] =>
  isJsonArray(value) && value.length > 0

const invalid = (detail: string, path: string): Failure<'INVALID_CARD'> =>
  refuse('INVALID_CARD', detail, path)

const tooLarge = (detail: string, path: string): Failure<'CARD_TOO_LARGE'> =>
  refuse('CARD_TOO_LARGE', detail, path)
