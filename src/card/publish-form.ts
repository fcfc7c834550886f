import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, parseJson } from '../encoding/json.js'
import { pathText, type Segments } from '../encoding/json-path.js'
import { type Result, refuse } from '../errors.js'
import { unsigned } from './payload.js'
import { agentCard, type FieldType, type Message } from './schema.js'
import { foldingFault } from './structure.js'

/**
 * Checks that a card is in publish form (PROTOCOL: Publish form), the form in which cards are signed: in it the two
 * forms of the payload are the same bytes, so no implementation can read another statement than the one signed.
 *
 * Refusals: `MALFORMED_JSON` when the bytes are no strict I-JSON; `INVALID_CARD` when they are no object, `signatures` is
 * no list, or two names of one object are equal under case folding; `NOT_PUBLISH_FORM` at the first member that is
 * unknown, missing though required, of another JSON type, null, empty or false where it would be unset, or the second
 * of a oneof.
 *
 * @example
 * ```ts
 * import { Card } from 'anet-protocol'
 *
 * Card.checkPublishForm(new TextEncoder().encode('{"name":"Echo"}'))
 * // { ok: false, code: 'NOT_PUBLISH_FORM', detail: 'missing', path: 'description' }
 * ```
 */
export const checkPublishForm = (
  card: Uint8Array,
): Result<{ readonly card: JsonObject }, 'MALFORMED_JSON' | 'INVALID_CARD' | 'NOT_PUBLISH_FORM'> => {
  const parsed = parseJson(card)
  if (!parsed.ok) return parsed
  const { value } = parsed
  if (!isJsonObject(value)) return refuse('INVALID_CARD', 'the card is no JSON object')
  if (value.signatures !== undefined && !isJsonArray(value.signatures)) {
    return refuse('INVALID_CARD', 'not a list', 'signatures')
  }
  const folding = foldingFault(value)
  if (folding !== undefined) return folding
  const deviation = deviationOf(unsigned(value), agentCard) ?? deviationOfSignatures(value)
  if (deviation !== undefined) {
    return refuse('NOT_PUBLISH_FORM', deviation.why, pathText(deviation.at))
  }
  return { ok: true, card: value }
}

type Deviation = { readonly why: string; readonly at: Segments }

const deviationOf = (value: JsonValue, type: FieldType): Deviation | undefined => {
  if (isEmpty(value)) return { why: 'null or empty', at: [] }
  if (!isOfType(value, type)) return { why: 'of another JSON type', at: [] }
  if (type === 'struct') return emptyInside(value)
  if (typeof type === 'string') return undefined
  if ('message' in type) return deviationOfMessage(value as JsonObject, type.message)
  const inner = 'list' in type ? type.list : type.map
  return firstInside(value, (part) => deviationOf(part, inner))
}

const deviationOfMessage = (value: JsonObject, { fields, isOneof }: Message): Deviation | undefined => {
  for (const [name, { presence, publish }] of fields) {
    const isAsked = presence === 'required' || publish === 'present'
    if (isAsked && !Object.hasOwn(value, name)) return { why: 'missing', at: [name] }
  }
  let members = 0
  return firstInside(value, (member, name) => {
    const field = fields.get(name as string)
    if (field === undefined) return { why: 'no member of the schema', at: [] }
    members += 1
    if (isOneof && members > 1) return { why: 'a second member of a oneof', at: [] }
    const isUnsetFalse = field.presence === 'implicit' || field.publish === 'true'
    if (member === false && isUnsetFalse) return { why: 'false, which is written by leaving it out', at: [] }
    return deviationOf(member, field.type)
  })
}

/** A new entry is appended to the existing ones, so of these only what every reader asks is asked. */
const deviationOfSignatures = (card: JsonObject): Deviation | undefined => {
  const deviation = firstInside(card.signatures ?? [], (entry) => {
    if (!isJsonObject(entry)) return { why: 'of another JSON type', at: [] }
    for (const name of ['protected', 'signature']) {
      if (typeof entry[name] !== 'string' || entry[name] === '') return { why: 'no text', at: [name] }
    }
    const hasHeader = Object.hasOwn(entry, 'header')
    return hasHeader && !isJsonObject(entry.header) ? { why: 'no object', at: ['header'] } : undefined
  })
  return deviation && { why: deviation.why, at: ['signatures', ...deviation.at] }
}

const emptyInside = (value: JsonValue): Deviation | undefined =>
  firstInside(value, (part) => (isEmpty(part) ? { why: 'null or empty', at: [] } : emptyInside(part)))

/** The first deviation that `judge` finds in an element of a list or a member of an object. */
const firstInside = (
  value: JsonValue,
  judge: (part: JsonValue, segment: string | number) => Deviation | undefined,
): Deviation | undefined => {
  if (typeof value !== 'object' || value === null) return undefined
  const parts = isJsonArray(value) ? value.entries() : Object.entries(value)
  for (const [segment, part] of parts) {
    const deviation = judge(part, segment)
    if (deviation !== undefined) return { why: deviation.why, at: [segment, ...deviation.at] }
  }
  return undefined
}

const isEmpty = (value: JsonValue): boolean => {
  if (value === null || value === '') return true
  return typeof value === 'object' && Object.keys(value).length === 0
}

const isOfType = (value: JsonValue, type: FieldType): boolean => {
  if (type === 'string') return typeof value === 'string'
  if (type === 'bool') return typeof value === 'boolean'
  return typeof type === 'object' && 'list' in type ? isJsonArray(value) : isJsonObject(value)
}
