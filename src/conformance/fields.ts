import { fromBase64, toBase64 } from '../encoding/base64.js'

/**
 * The fields of a wire object as the vectors name them (vectors/README.md): snake_case, bytes as base64 in members that end
 * in B64, integers as decimal strings but for those named in `numbers`.
 */
export const toFields = (object: object, numbers: readonly string[] = []): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(object).map(([name, value]) => {
      const field = snakeCase(name)
      if (value instanceof Uint8Array) return [`${field}B64`, toBase64(value)]
      if (isListOfBytes(value)) return [`${field}B64`, value.map(toBase64)]
      if (value === null && BYTES.includes(name)) return [`${field}B64`, null]
      return [field, toField(value, field, numbers)]
    }),
  )

const isListOfBytes = (value: unknown): value is readonly Uint8Array[] =>
  Array.isArray(value) && value.length > 0 && value.every((element) => element instanceof Uint8Array)

const toField = (value: unknown, field: string, numbers: readonly string[]): unknown => {
  if (typeof value === 'bigint') return numbers.includes(field) ? Number(value) : `${value}`
  if (Array.isArray(value)) return value.map((element) => toField(element, field, numbers))
  return typeof value === 'object' && value !== null ? toFields(value, numbers) : value
}

/** The byte strings that may be null on the wire. */
const BYTES: readonly string[] = ['taskdoc', 'kel']

/** Reads fields: names in camelCase, bytes decoded; all else stays as it is. */
export const fromFields = (fields: unknown): unknown => {
  if (Array.isArray(fields)) return fields.map(fromFields)
  if (typeof fields !== 'object' || fields === null) return fields
  return Object.fromEntries(
    Object.entries(fields).map(([field, value]) =>
      field.endsWith('B64')
        ? [camelCase(field.slice(0, -3)), typeof value === 'string' ? (fromBase64(value) ?? value) : value]
        : [camelCase(field), fromFields(value)],
    ),
  )
}

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const camelCase = (field: string): string =>
  field.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
