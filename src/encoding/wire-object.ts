import { AnetError } from '../errors.js'
import { type CborFloat, type CborValue, decodeCbor, encodeCbor, isMap } from './cbor.js'
import { pathText, type Segments } from './json-path.js'

/**
 * Typed reading and writing of the known wire objects (PROTOCOL: CoreDet-CBOR): maps with small unsigned integer keys,
 * declared once as a schema. Reading ignores unknown keys and gives a missing or null member its zero value; writing
 * leaves an optional member with its zero value out and writes a nil list or byte string as null.
 */

/** How one type of member is read and written. `Out` is what reading gives, `In` what writing also takes. */
type Kind<Out, In = Out> = {
  /** The value of a missing or null member; undefined when the type has none (a nested object). */
  readonly zero: Out | undefined
  /** Throws {@link Malformed} for a value of another type or range. */
  readonly read: (value: CborValue, reading: Reading) => Out
  /** Throws {@link Malformed} likewise. */
  readonly write: (value: In) => CborValue
  readonly isZero: (value: In) => boolean
}

/** The reading of some bytes, from their root down. */
export type Reading = {
  readonly encoded: Uint8Array
  /** Whether no unknown key, zero value or missing member was read, so that writing gives the same bytes again. */
  isExact: boolean
}

/** A member: its key, its type, and when it may be left out. */
type Member<Out, In, P extends Presence> = Kind<Out, In> & { readonly key: number; readonly presence: P }

/**
 * `always` is written whatever its value; `optional` is left out at its zero value; `kept` is optional too, but a zero
 * value that is present is kept.
 */
type Presence = 'always' | 'optional' | 'kept'

// biome-ignore lint/suspicious/noExplicitAny: a schema's members differ in type
export type Members = { readonly [name: string]: Member<any, any, Presence> }

type NamesWith<M extends Members, P extends Presence> = {
  [N in keyof M]: M[N]['presence'] extends P ? N : never
}[keyof M]

/** What reading an object of a schema gives. */
export type Read<S> = { readonly [N in keyof ReadMembers<S>]: ReadMembers<S>[N] }

type ReadMembers<S> =
  S extends Schema<infer M>
    ? { [N in NamesWith<M, 'always'>]: OutOf<M[N]> } & {
        [N in NamesWith<M, 'optional' | 'kept'>]?: NonNullable<OutOf<M[N]>>
      }
    : never

/** What writing an object of a schema takes: {@link Read}, and safe numbers where it has bigints. */
export type Written<S> = { readonly [N in keyof WrittenMembers<S>]: WrittenMembers<S>[N] }

type WrittenMembers<S> =
  S extends Schema<infer M>
    ? { [N in NamesWith<M, 'always'>]: InOf<M[N]> } & {
        [N in NamesWith<M, 'optional' | 'kept'>]?: NonNullable<InOf<M[N]>>
      }
    : never

type OutOf<T> = T extends Member<infer Out, infer _, Presence> ? Out : never
type InOf<T> = T extends Member<infer _, infer In, Presence> ? In : never

/** The declaration of a wire object. */
export type Schema<M extends Members = Members> = {
  readonly members: M
  /** The same with their names, listed once for every object read or written. */
  readonly entries: readonly (Members[string] & { readonly name: string })[]
}

/** Why a value is no object of a schema, and where. */
export class Malformed extends Error {
  readonly at: Segments
  constructor(why: string, at: Segments = []) {
    super(why)
    this.at = at
  }
  get path(): string {
    return pathText(this.at)
  }
}

const kind = <Out, In = Out>(
  zero: Out | undefined,
  what: string,
  is: (value: CborValue) => boolean,
  isZero: (value: In) => boolean,
  read?: (value: CborValue, reading: Reading) => Out,
  write?: (value: In) => CborValue,
): Kind<Out, In> => ({
  zero,
  read: (value, reading) => {
    if (!is(value)) throw new Malformed(`not ${what}`)
    return read === undefined ? (value as Out) : read(value, reading)
  },
  write: (value) => {
    const written = write === undefined ? (value as CborValue) : write(value)
    if (written !== null && !is(written)) throw new Malformed(`not ${what}`)
    return written
  },
  isZero,
})

const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER)

const integer = (what: string, low: bigint, high: bigint): Kind<bigint, bigint | number> =>
  kind<bigint, bigint | number>(
    0n,
    `${what}: an integer from ${low} to ${high}`,
    (value) =>
      typeof value === 'bigint'
        ? value >= low && value <= high
        : Number.isSafeInteger(value) && (low < 0n || (value as number) >= 0), // all bounds but 0 are beyond 2^53
    (value) => value === 0 || value === 0n,
    (value) => BigInt(value as bigint | number),
    // A number is written faster than a bigint, and to the same bytes.
    (value) => (typeof value === 'bigint' && value >= -MAX_SAFE && value <= MAX_SAFE ? Number(value) : value),
  )

export const text = /* @__PURE__ */ kind<string>(
  '',
  'a text',
  (value) => typeof value === 'string',
  (value) => value === '',
)

export const uint = /* @__PURE__ */ integer('a uint', 0n, 2n ** 64n - 1n)

export const int = /* @__PURE__ */ integer('an int', -(2n ** 63n), 2n ** 63n - 1n)

/** A count small enough for a number. */
export const uint32 = /* @__PURE__ */ kind<number>(
  0,
  'a uint32: an integer from 0 to 4294967295',
  (value) => Number.isInteger(value) && (value as number) >= 0 && (value as number) < 2 ** 32,
  (value) => value === 0,
)

/** A byte string; null is nil, which is another value than no bytes. */
export const bytes = /* @__PURE__ */ kind<Uint8Array | null>(
  null,
  'a byte string',
  (value) => value instanceof Uint8Array,
  (value) => value === null || value.length === 0,
)

export const bool = /* @__PURE__ */ kind<boolean>(
  false,
  'a boolean',
  (value) => typeof value === 'boolean',
  (value) => !value,
)

export const float = /* @__PURE__ */ kind<number>(
  0,
  'a float',
  (value) => typeof (value as CborFloat | null)?.float === 'number',
  (value) => value === 0,
  (value) => (value as CborFloat).float,
  (value) => ({ float: value }),
)

/** Any value, as it stands. */
export const any = /* @__PURE__ */ kind<CborValue>(
  null,
  'a value',
  () => true,
  (value) => value === null,
)

/** A list; null is nil, which is another value than the empty list. A null element is malformed. */
export const list = <Out, In>(
  element: Kind<Out, In>,
): Kind<readonly NonNullable<Out>[] | null, readonly NonNullable<In>[] | null> =>
  kind<readonly NonNullable<Out>[] | null, readonly NonNullable<In>[] | null>(
    null,
    'a list',
    (value) => Array.isArray(value),
    (value) => value === null || value.length === 0,
    (value, reading) =>
      eachOf(value as readonly CborValue[], (item) => {
        if (item === null) throw new Malformed('null in a list')
        return element.read(item, reading) as NonNullable<Out>
      }),
    (value) => {
      if (value === null) return null
      if (!Array.isArray(value)) throw new Malformed('not a list')
      return eachOf(value, element.write)
    },
  )

/** A nested object. Missing or null, it is malformed, unless the member is optional. */
export const nested = <M extends Members>(
  schema: Schema<M>,
): Kind<
  { readonly [N in keyof ReadMembers<Schema<M>>]: ReadMembers<Schema<M>>[N] },
  { readonly [N in keyof WrittenMembers<Schema<M>>]: WrittenMembers<Schema<M>>[N] }
> =>
  kind<Read<Schema<M>>, Written<Schema<M>>>(
    undefined,
    'a map',
    isMap,
    () => false,
    (value, reading) => readMap(schema, reading, value as ReadonlyMap<CborValue, CborValue>),
    (value) => writeMap(schema, value),
  )

/** A nested object that its own schema holds, such as a predicate of predicates. */
export const nestedLater = <Out, In = Out>(of: () => Schema): Kind<Out, In> =>
  kind<Out, In>(
    undefined,
    'a map',
    isMap,
    () => false,
    (value, reading) => readMap(of(), reading, value as ReadonlyMap<CborValue, CborValue>) as Out,
    (value) => writeMap(of(), value as Written<Schema>),
  )

/** A nested object that may be missing: read and written as null. */
export const orNull = <Out, In>(type: Kind<Out, In>): Kind<Out | null, In | null> => ({
  zero: null,
  read: type.read,
  write: (value) => (value === null ? null : type.write(value)),
  isZero: (value) => value === null,
})

export const always = <Out, In>(key: number, type: Kind<Out, In>): Member<Out, In, 'always'> => ({
  ...type,
  key,
  presence: 'always',
})

export const optional = <Out, In>(key: number, type: Kind<Out, In>): Member<Out, In, 'optional'> => ({
  ...type,
  key,
  presence: 'optional',
})

export const kept = <Out, In>(key: number, type: Kind<Out, In>): Member<Out, In, 'kept'> => ({
  ...type,
  key,
  presence: 'kept',
})

export const schema = <M extends Members>(members: M): Schema<M> => ({
  members,
  entries: Object.entries(members).map(([name, member]) => ({ ...member, name })),
})

/** The CoreDet bytes of an object. Throws {@link AnetError} `BAD_INPUT` for a member of another type or range. */
export const encodeObject = <M extends Members>(of: Schema<M>, object: Written<Schema<M>>): Uint8Array =>
  written(() => writeMap(of, object))

/** {@link encodeObject} for any kind of value, such as a list of objects. */
export const encodeAs = <Out, In>(as: Kind<Out, In>, value: In): Uint8Array => written(() => as.write(value))

const written = (write: () => CborValue): Uint8Array => {
  try {
    return encodeCbor(write())
  } catch (error) {
    if (error instanceof Malformed) throw new AnetError('BAD_INPUT', error.message, error.path)
    throw error
  }
}

/** Reads some bytes as an object; a {@link Malformed} when they are none. */
export const decodeObject = <M extends Members>(
  of: Schema<M>,
  encoded: Uint8Array,
): Read<Schema<M>> | Malformed => decodeAs(nested(of), encoded)

/** {@link decodeObject} for any kind of value, such as a list of objects. */
export const decodeAs = <Out, In>(as: Kind<Out, In>, encoded: Uint8Array): Out | Malformed =>
  decodeBy(encoded, as.read)

/** {@link decodeObject} where the value itself says what it is to be read as. */
export const decodeBy = <T>(
  encoded: Uint8Array,
  read: (value: CborValue, reading: Reading) => T,
): T | Malformed => {
  const decoded = decodeCbor(encoded)
  if (!decoded.ok) return new Malformed(decoded.detail)
  try {
    return read(decoded.value, { encoded, isExact: true })
  } catch (error) {
    if (error instanceof Malformed) return error
    throw error
  }
}

/** What `work` makes of each item; a {@link Malformed} it throws is one of that item. */
const eachOf = <T, R>(items: readonly T[], work: (item: T) => R): R[] => {
  const results: R[] = []
  let i = 0
  try {
    for (; i < items.length; i++) results.push(work(items[i]!))
  } catch (error) {
    throw inside(i, error)
  }
  return results
}

const inside = (segment: string | number, error: unknown): unknown =>
  error instanceof Malformed ? new Malformed(error.message, [segment, ...error.at]) : error

const readMap = <M extends Members>(
  { entries }: Schema<M>,
  reading: Reading,
  map: ReadonlyMap<CborValue, CborValue>,
): Read<Schema<M>> => {
  const object: Record<string, unknown> = {}
  let writtenAgain = 0
  let i = 0
  try {
    for (; i < entries.length; i++) {
      const member = entries[i]!
      const value = map.get(member.key)
      if (value !== undefined && value !== null) {
        const read = member.read(value, reading)
        if (member.presence === 'optional' && member.isZero(read)) continue
        object[member.name] = read
      } else if (member.presence === 'always') {
        if (member.zero === undefined) throw new Malformed('missing')
        object[member.name] = member.zero
        if (value !== member.zero) reading.isExact = false
      } else continue
      writtenAgain += 1
    }
  } catch (error) {
    throw inside(entries[i]!.name, error)
  }
  if (writtenAgain !== map.size) reading.isExact = false
  return object as Read<Schema<M>>
}

const writeMap = <M extends Members>(
  { entries }: Schema<M>,
  object: Written<Schema<M>>,
): ReadonlyMap<CborValue, CborValue> => {
  if (typeof object !== 'object' || object === null) throw new Malformed('not an object')
  const map = new Map<CborValue, CborValue>()
  let i = 0
  try {
    for (; i < entries.length; i++) {
      const member = entries[i]!
      const value = (object as Record<string, unknown>)[member.name]
      if (value === undefined && member.presence !== 'always') continue
      if (member.presence === 'optional' && member.isZero(value)) continue
      map.set(member.key, member.write(value))
    }
  } catch (error) {
    throw inside(entries[i]!.name, error)
  }
  return map
}
