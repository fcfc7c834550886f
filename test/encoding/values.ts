import fc from 'fast-check'
import type { CborValue } from '../../src/encoding/cbor.js'
import type { JsonValue } from '../../src/encoding/json.js'

/** Arbitrary values of the byte forms. */

/** Well-formed text of any code points. */
export const wellFormedText = (constraints: fc.StringConstraints = {}): fc.Arbitrary<string> =>
  fc.oneof(
    fc.string({ maxLength: 12, ...constraints, unit: 'binary' }),
    fc.string({ maxLength: 12, ...constraints, unit: 'grapheme-ascii' }),
  )

/** Text that I-JSON may hold. */
export const interchangeableText = (constraints: fc.StringConstraints = {}): fc.Arbitrary<string> =>
  wellFormedText(constraints).filter((text) => !/\p{Noncharacter_Code_Point}/u.test(text))

const memberName = fc.oneof(interchangeableText(), fc.nat(30).map(String), fc.constant('__proto__'))

/** I-JSON values; -0 is left out, which reads back as 0. */
export const jsonValue: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, depthSize: 'small' },
    fc.constantFrom(null, true, false),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (Object.is(number, -0) ? 0 : number)),
    fc.integer(),
    interchangeableText(),
    fc.array(tie('value'), { maxLength: 5 }),
    fc
      .array(fc.tuple(memberName, tie('value')), { maxLength: 6 })
      .map((members) => Object.fromEntries(members)),
  ),
})).value

const integer: fc.Arbitrary<number | bigint> = fc
  .oneof(
    fc.bigInt({ min: -(2n ** 64n), max: 2n ** 64n - 1n }),
    fc.integer({ min: -300, max: 300 }).map(BigInt),
    fc
      .tuple(fc.constantFrom(8n, 16n, 32n, 53n, 63n, 64n), fc.bigInt({ min: -2n, max: 2n }), fc.boolean())
      .map(([bits, offset, negative]) => (2n ** bits + offset) * (negative ? -1n : 1n))
      .filter((value) => value >= -(2n ** 64n) && value < 2n ** 64n),
  )
  .map((value) => (Number.isSafeInteger(Number(value)) ? Number(value) : value))

const float: fc.Arbitrary<CborValue> = fc
  .oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.float({ noNaN: true, noDefaultInfinity: true }),
    fc.integer({ min: -2047, max: 2047 }).map((mantissa) => mantissa * 2 ** -24),
    fc.integer({ min: -100_000, max: 100_000 }),
  )
  .map((float) => ({ float }))

/** CoreDet-CBOR values in the form in which they are read: integers are bigints only where no number is safe. */
export const cborValue: fc.Arbitrary<CborValue> = fc.letrec<{ value: CborValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, depthSize: 'small' },
    fc.constantFrom(null, true, false),
    integer,
    float,
    wellFormedText({ maxLength: 300 }),
    fc.uint8Array({ maxLength: 300 }),
    fc.array(tie('value'), { maxLength: 30 }),
    fc
      .array(fc.tuple(fc.oneof(integer, wellFormedText()), tie('value')), { maxLength: 30 })
      .map((entries) => new Map(entries)),
  ),
})).value
