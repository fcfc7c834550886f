import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerLine } from '../../src/conformance/adapter.js'
import { matches } from '../../src/conformance/answer.js'
import { fromNotation, toNotation } from '../../src/conformance/cbor-notation.js'
import { answer, opNames } from '../../src/conformance/ops.js'
import { cborValue } from '../encoding/values.js'
import { allVectors } from '../vector-files.js'

const vectors = allVectors()

describe('answerLine', () => {
  it('answers every vector as the library does, on one line', () => {
    for (const { id, op, input, expect: expected } of vectors) {
      const line = answerLine(JSON.stringify({ id, op, input }))
      expect(line).not.toContain('\n')
      const { id: answered, ...given } = JSON.parse(line)
      expect(answered).toBe(id)
      if (!matches(expected, given)) expect(given).toEqual(expected)
    }
  })

  it('answers any line', () => {
    const line = fc.oneof(
      fc.string(),
      fc.json(),
      fc
        .record({ id: fc.anything(), op: fc.constantFrom(...opNames), input: fc.jsonValue() })
        .map((r) => JSON.stringify(r)),
    )
    fc.assert(
      fc.property(line, (line) => {
        const given = JSON.parse(answerLine(line))
        expect(['ok', 'error', 'unsupported'].filter((member) => member in given)).toHaveLength(1)
      }),
      { numRuns: 500 },
    )
  })

  it('answers a line that is no request with the id null', () => {
    for (const line of ['', '{', '[]', '{"id":1,"op":"cid.of","input":{}}', '{"id":"1"}', 'null']) {
      expect(JSON.parse(answerLine(line))).toMatchObject({ id: null, error: 'BAD_INPUT' })
    }
  })

  it('answers an operation it does not know as unsupported', () => {
    for (const op of ['no.such', '', 'toString', '__proto__']) {
      expect(JSON.parse(answerLine(JSON.stringify({ id: 'a', op, input: {} })))).toEqual({
        id: 'a',
        unsupported: true,
      })
    }
  })
})

describe('answer', () => {
  it('is BAD_INPUT when a member is missing or of another type, never an exception', () => {
    const sample = new Map(
      vectors.filter(({ expect }) => 'ok' in expect).map((vector) => [vector.op, vector]),
    )
    const wrong = fc.oneof(fc.jsonValue(), fc.anything())
    fc.assert(
      fc.property(fc.constantFrom(...sample.values()), fc.nat(), wrong, ({ op, input }, nth, value) => {
        const names = Object.keys(input)
        const name = names[nth % names.length]!
        const given = answer(op, { ...input, [name]: value })
        expect('ok' in given || 'error' in given).toBe(true)
        expect(answer(op, value)).toMatchObject({ error: 'BAD_INPUT' })
      }),
      { numRuns: 500 },
    )
  })
})

describe('matches', () => {
  it.each<[unknown, unknown, boolean]>([
    [{ ok: { a: [1, { b: 2 }] } }, { ok: { a: [1, { b: 2, c: 3 }], d: 4 } }, true],
    [{ ok: { a: [1] } }, { ok: { a: [1, 2] } }, false],
    [{ ok: { a: {} } }, { ok: { a: null } }, false],
    [{ ok: { a: null } }, { ok: {} }, false],
    [{ ok: { a: [] } }, { ok: { a: {} } }, false],
    [{ ok: { toString: 1 } }, { ok: {} }, false],
    [{ ok: {} }, { error: 'UNSIGNED' }, false],
    [{ ok: {} }, { unsupported: true }, false],
    [{ error: 'UNSIGNED' }, { error: 'UNSIGNED', detail: 'why' }, true],
    [{ error: 'UNSIGNED' }, { error: 'INVALID_CARD' }, false],
    [{ error: 'UNSIGNED' }, { ok: {} }, false],
  ])('%j, answered %j: %s', (expected, given, isMatch) => {
    expect(matches(expected as Parameters<typeof matches>[0], given as Parameters<typeof matches>[1])).toBe(
      isMatch,
    )
  })
})

describe('the notation of CBOR values', () => {
  it('reads back what it writes, by way of JSON', () => {
    fc.assert(
      fc.property(cborValue, (value) => {
        expect(fromNotation(JSON.parse(JSON.stringify(toNotation(value))))).toEqual(value)
      }),
    )
  })

  it('answers anything', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.jsonValue()), (notation) => {
        const value = fromNotation(notation)
        if (value !== undefined) expect(fromNotation(toNotation(value))).toEqual(value)
      }),
    )
  })
})
