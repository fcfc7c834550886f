import { type CborValue, isMap } from '../encoding/cbor.js'

/** The objects of the protocol that are CBOR maps. */
export type ObjectKind =
  | 'receipt'
  | 'review'
  | 'authorization'
  | 'settlement receipt'
  | 'voucher'
  | 'delegation'
  | 'request'
  | 'event record'
  | 'result message'
  | 'chat message'
  | 'status message'

type Type = 'text' | 'integer' | 'bytes' | 'list' | 'map' | 'envelope'

/** What stands under the keys of a map. */
type Shape = { readonly has: Readonly<Record<number, Type>>; readonly may?: Readonly<Record<number, Type>> }

/** The objects that are signed are `{1: what is signed, 2: envelope}`; here is what is signed. */
const SIGNED: readonly (readonly [ObjectKind, Shape])[] = [
  ['receipt', { has: { 1: 'text', 2: 'text', 3: 'text', 4: 'text', 5: 'text', 6: 'integer' } }],
  ['receipt', { has: { 0: 'text', 1: 'text', 2: 'text', 3: 'text', 4: 'integer' } }],
  ['review', { has: { 1: 'text', 2: 'text', 3: 'text', 4: 'integer', 6: 'text', 7: 'integer' } }],
  [
    'authorization',
    { has: { 1: 'text', 2: 'text', 3: 'integer', 4: 'text', 5: 'text', 6: 'integer', 7: 'integer' } },
  ],
  ['settlement receipt', { has: { 1: 'text', 2: 'text', 3: 'text', 4: 'integer', 5: 'text', 6: 'integer' } }],
  [
    'voucher',
    {
      has: { 1: 'text', 2: 'text', 3: 'text', 4: 'text', 5: 'integer', 6: 'text', 7: 'integer', 8: 'text' },
    },
  ],
]

const BARE: readonly (readonly [ObjectKind, Shape])[] = [
  ['delegation', { has: { 1: 'bytes', 2: 'envelope', 3: 'bytes', 4: 'text' } }],
  ['request', { has: { 1: 'map', 4: 'list' }, may: { 2: 'list', 3: 'list' } }],
  [
    'event record',
    {
      has: {
        1: 'text',
        2: 'integer',
        3: 'text',
        4: 'text',
        5: 'integer',
        7: 'integer',
        8: 'text',
        9: 'integer',
      },
    },
  ],
]

/** Messages are told apart by what their first member says; the shapes alone overlap. */
const MESSAGES: readonly (readonly [ObjectKind, Shape, readonly string[]])[] = [
  [
    'result message',
    { has: { 1: 'text' }, may: { 2: 'bytes', 3: 'bytes', 4: 'bytes', 5: 'bytes' } },
    ['queued', 'done', 'failed'],
  ],
  [
    'chat message',
    { has: { 1: 'text' }, may: { 2: 'text', 3: 'list', 4: 'integer', 5: 'integer', 6: 'text', 9: 'text' } },
    ['text', 'end_request', 'cancel', 'stream_preview'],
  ],
  [
    'status message',
    { has: { 1: 'text', 4: 'integer' }, may: { 2: 'text', 3: 'bytes' } },
    ['submitted', 'working', 'input-required', 'rejected', 'canceled', 'failed'],
  ],
]

type CborMap = ReadonlyMap<CborValue, CborValue>

/** What a CBOR value looks like: mostly one kind, none, or several when nothing tells them apart. */
export const kindsOf = (value: CborValue): readonly ObjectKind[] => {
  if (!isMap(value)) return []
  const signed = value.get(1)
  if (isMap(signed) && value.has(2) && isOf(value.get(2), 'envelope')) {
    return SIGNED.flatMap(([kind, shape]) => (fits(signed, shape) ? [kind] : []))
  }
  const bare = BARE.flatMap(([kind, shape]) => (fits(value, shape) ? [kind] : []))
  if (bare.length > 0) return bare
  const messages = MESSAGES.filter(([, shape]) => fits(value, shape))
  const known = messages.filter(([, , words]) => words.includes(value.get(1) as string))
  return (known.length > 0 ? known : messages).map(([kind]) => kind)
}

const fits = (map: CborMap, { has, may = {} }: Shape): boolean =>
  Object.entries(has).every(([key, type]) => map.has(Number(key)) && isOf(map.get(Number(key)), type)) &&
  Object.entries(may).every(([key, type]) => !map.has(Number(key)) || isOf(map.get(Number(key)), type))

const isOf = (value: CborValue | undefined, type: Type): boolean => {
  switch (type) {
    case 'text':
      return typeof value === 'string'
    case 'integer':
      return typeof value === 'number' || typeof value === 'bigint'
    case 'bytes':
      return value === null || value instanceof Uint8Array
    case 'list':
      return value === null || Array.isArray(value)
    case 'map':
      return isMap(value)
    case 'envelope':
      return value === null || isMap(value)
  }
}
