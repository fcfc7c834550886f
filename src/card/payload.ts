import { areSorted, canonicalText, isInOrder, listText, objectText } from '../encoding/jcs.js'
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, parseJson } from '../encoding/json.js'
import { toUtf8 } from '../encoding/utf8.js'
import { type Result, refuse } from '../errors.js'
import { agentCard, type Field, type FieldType, type Message } from './schema.js'

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
    protoStripped: toUtf8(protoStrippedPayload(parsed.value)),
    raw: toUtf8(rawPayload(parsed.value)),
  }
}

/**
 * The payload that a card's signatures are over, in the form that is the canonical one (A2A section 8.4.1; PROTOCOL: The
 * signed payload): without its signatures and without members that are unset, in the canonical form of RFC 8785.
 */
export const protoStrippedPayload = (card: JsonObject): string => {
  const statement = unsigned(card)
  return isCanonical(statement, agentCard) ? JSON.stringify(statement) : strippedText(statement, agentCard)
}

/** The payload as a2a-go signs it: all but the signatures, in the canonical form of RFC 8785. */
export const rawPayload = (card: JsonObject): string => canonicalText(unsigned(card))

/** A card without its signatures. */
export const unsigned = ({ signatures: _, ...card }: JsonObject): JsonObject => card

/** Whether a value, as cards are published, has nothing to strip or to sort, so that JSON.stringify writes its payload. */
const isCanonical = (value: JsonValue, type: FieldType): boolean => {
  if (typeof value !== 'object' || value === null) return true
  if (typeof type === 'string') return isInOrder(value)
  if (isJsonArray(value))
    return 'list' in type ? value.every((element) => isCanonical(element, type.list)) : isInOrder(value)
  const names = Object.keys(value)
  if (!areSorted(names)) return false
  for (const name of names) {
    const member = value[name]!
    if ('map' in type) {
      if (!isCanonical(member, type.map)) return false
      continue
    }
    const field = 'message' in type ? type.message.fields.get(name) : undefined
    if (field === undefined ? !isInOrder(member) : isUnset(member, field) || !isCanonical(member, field.type))
      return false
  }
  return true
}

/** The canonical text of a value without the unset members of the messages in it. Of another type, it is kept as it is. */
const strippedText = (value: JsonValue, type: FieldType): string => {
  if (typeof type === 'string') return canonicalText(value)
  if ('list' in type)
    return isJsonArray(value) ? listText(value, type.list, strippedText) : canonicalText(value)
  if (!isJsonObject(value)) return canonicalText(value)
  if ('map' in type) return objectText(value, type.map, strippedText)
  return objectText(value, type.message, strippedMember)
}

const strippedMember = (member: JsonValue, { fields }: Message, name: string): string | undefined => {
  const field = fields.get(name)
  if (field === undefined) return canonicalText(member)
  return isUnset(member, field) ? undefined : strippedText(member, field.type)
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
