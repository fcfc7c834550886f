import { scratch } from '#platform'
import { canonicalText, isTextSorted, listText, objectText } from '../encoding/jcs.js'
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
  type Spelling,
} from '../encoding/json.js'
import { toUtf8 } from '../encoding/utf8.js'
import { type Result, refuse } from '../errors.js'
import { agentCard, type Field, type FieldType } from './schema.js'

/** The two forms of the signed payload: without what proto3 treats as unset, or with all but the signatures. */
export type CanonicalForm = 'proto-stripped' | 'raw'

/**
 * The bytes that a card's signatures may be over, in both forms (A2A section 8.4.1; PROTOCOL: The signed payload). Judges
 * nothing but the JSON.
 *
 * Refusals: `INVALID_CARD` for anything but one strict I-JSON object.
 *
 * @example
 * ```ts
 * import { Card } from 'anet-protocol'
 *
 * const card = new TextEncoder().encode('{"name":"x","iconUrl":null,"signatures":[]}')
 * const payload = Card.payloadOf(card)
 * payload.ok && new TextDecoder().decode(payload.protoStripped) // '{"name":"x"}'
 * payload.ok && new TextDecoder().decode(payload.raw) // '{"iconUrl":null,"name":"x"}'
 * ```
 */
export const payloadOf = (
  card: Uint8Array,
): Result<{ readonly protoStripped: Uint8Array; readonly raw: Uint8Array }, 'INVALID_CARD'> => {
  const parsed = parseJson(card)
  if (!parsed.ok) return { ...parsed, code: 'INVALID_CARD' }
  if (!isJsonObject(parsed.value)) return refuse('INVALID_CARD', 'the card is no JSON object')
  return {
    ok: true,
    protoStripped: protoStrippedPayload(parsed.value),
    raw: rawPayload(parsed.value),
  }
}

/** The bytes a card was read from. */
export type CardText = { readonly bytes: Uint8Array; readonly spelling: Spelling }

/**
 * The payload that a card's signatures are over, in the form that is the canonical one (A2A section 8.4.1; PROTOCOL: The
 * signed payload): without its signatures and without members that are unset, in the canonical form of RFC 8785.
 */
export const protoStrippedPayload = (card: JsonObject): Uint8Array =>
  toUtf8(strippedText(unsigned(card), agentCard))

/**
 * {@link protoStrippedPayload} out of the bytes of a card that are its own payload but for the signatures, as signers write
 * it: cutting costs a tenth of writing. Undefined for any other card.
 */
export const payloadInText = (card: JsonObject, text: CardText): Uint8Array | undefined =>
  text.spelling.isPlain && isStripped(card, agentCard) ? withoutSignatures(card, text) : undefined

/** The payload as a2a-go signs it: all but the signatures, in the canonical form of RFC 8785. */
export const rawPayload = (card: JsonObject): Uint8Array => toUtf8(canonicalText(unsigned(card)))

/** A card without its signatures. */
export const unsigned = ({ signatures: _, ...card }: JsonObject): JsonObject => card

/** The bytes of a card without those of its signatures and of the comma at one end of them. */
const withoutSignatures = (
  card: JsonObject,
  { bytes, spelling: { rootCommas } }: CardText,
): Uint8Array | undefined => {
  const index = Object.keys(card).indexOf('signatures')
  if (index === -1) return undefined
  const [before, after] = [rootCommas[index - 1], rootCommas[index]]
  const start = before ?? 1
  const end = after === undefined ? bytes.length - 1 : before === undefined ? after + 1 : after
  const payload = scratch(bytes.length - (end - start))
  payload.set(bytes.subarray(0, start))
  payload.set(bytes.subarray(end), start)
  return payload
}

/** Whether the text of a value has no unset member of a message in it, and all members in canonical order. */
const isStripped = (value: JsonValue, type: FieldType): boolean => {
  if (typeof value !== 'object' || value === null) return true
  if (isJsonArray(value)) {
    const element = elementType(type)
    return value.every((item) => isStripped(item, element))
  }
  const names = Object.keys(value)
  return (
    isTextSorted(names) &&
    Object.values(value).every((member, i) => {
      const field = memberField(type, names[i]!)
      return !isUnset(member, field) && isStripped(member, field.type)
    })
  )
}

/** The canonical text of a value without the unset members of the messages in it. Of another type, it is kept as it is. */
const strippedText = (value: JsonValue, type: FieldType): string => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return isJsonArray(value)
    ? listText(value, elementType(type), strippedText)
    : objectText(value, type, strippedMember)
}

const strippedMember = (member: JsonValue, type: FieldType, name: string): string | undefined => {
  const field = memberField(type, name)
  return isUnset(member, field) ? undefined : strippedText(member, field.type)
}

/** What stands where the schema says nothing, and below: never unset, never touched. */
const KEPT: Field = { presence: 'required', type: 'struct' }

const elementType = (type: FieldType): FieldType =>
  typeof type === 'object' && 'list' in type ? type.list : KEPT.type

const memberField = (type: FieldType, name: string): Field => {
  if (typeof type === 'string') return KEPT
  if ('message' in type) return type.message.fields.get(name) ?? KEPT
  return 'map' in type ? { presence: 'required', type: type.map } : KEPT
}

const isUnset = (value: JsonValue, { presence, type }: Field): boolean => {
  if (value === null) return presence !== 'required'
  return presence === 'implicit' && isDefault(value, type)
}

const isDefault = (value: JsonValue, type: FieldType): boolean => {
  if (type === 'string') return value === ''
  if (type === 'bool') return value === false
  if (typeof type === 'object' && 'list' in type) return isJsonArray(value) && value.length === 0
  if (typeof type === 'object' && 'map' in type) return isJsonObject(value) && Object.keys(value).length === 0
  return false
}
