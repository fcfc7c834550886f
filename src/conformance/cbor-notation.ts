import { type CborValue, isMap } from '../encoding/cbor.js'
import { fromHex, toHex } from '../encoding/hex.js'

/**
 * A CBOR value as the vectors write it in JSON (vectors/README.md): `{"map": [[k, v], …]}`, `{"hex": "…"}` for bytes,
 * `{"int": "…"}` for integers beyond ±(2^53 - 1), `{"float": "1.5"}` for floats as ECMAScript prints them.
 */
export const toNotation = (value: CborValue): unknown => {
  if (typeof value === 'bigint') return { int: `${value}` }
  if (value instanceof Uint8Array) return { hex: toHex(value) }
  if (isMap(value)) return { map: [...value].map((pair) => pair.map(toNotation)) }
  if (Array.isArray(value)) return value.map(toNotation)
  if (typeof value === 'object' && value !== null && 'float' in value) {
    return { float: Object.is(value.float, -0) ? '-0' : `${value.float}` }
  }
  return value
}

/** More than any CBOR value may have, which is for the encoder to say, and few enough for the stack. */
const MAX_OPEN = 64

/** Reads the notation; undefined for anything that is not of it, and for more than 64 open arrays and maps. */
export const fromNotation = (notation: unknown, open = 0): CborValue | undefined => {
  if (open > MAX_OPEN) return undefined
  const within = (part: unknown) => fromNotation(part, open + 1)
  if (notation === null || typeof notation === 'boolean' || typeof notation === 'string') return notation
  if (typeof notation === 'number') return Number.isSafeInteger(notation) ? notation : undefined
  if (Array.isArray(notation)) return allOf(notation.map(within))
  if (typeof notation !== 'object') return undefined
  const [member, ...others] = Object.entries(notation)
  if (member === undefined || others.length > 0) return undefined
  const [form, content] = member
  if (form === 'map') return mapFrom(content, within)
  if (typeof content !== 'string') return undefined
  if (form === 'hex') return fromHex(content)
  if (form === 'int') return /^-?[1-9][0-9]{0,19}$/.test(content) ? BigInt(content) : undefined
  return form === 'float' ? floatFrom(content) : undefined
}

const mapFrom = (
  content: unknown,
  within: (part: unknown) => CborValue | undefined,
): CborValue | undefined => {
  if (!Array.isArray(content)) return undefined
  const pairs = allOf(content.map((pair) => (Array.isArray(pair) ? allOf(pair.map(within)) : undefined)))
  if (pairs?.every((pair) => pair.length === 2) !== true) return undefined
  const map = new Map(pairs as unknown as readonly [CborValue, CborValue][])
  return map.size === pairs.length ? map : undefined
}

const floatFrom = (content: string): CborValue | undefined => {
  const float = Number(content)
  return content === '-0' || `${float}` === content ? { float } : undefined
}

const allOf = <T>(parts: readonly (T | undefined)[]): readonly T[] | undefined =>
  parts.includes(undefined) ? undefined : (parts as readonly T[])
