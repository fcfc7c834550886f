import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalize } from '../../src/encoding/jcs.js'
import { type JsonValue, parseJson } from '../../src/encoding/json.js'
import { toUtf8 } from '../../src/encoding/utf8.js'
import { jsonValue } from './values.js'

const parseText = (text: string) => parseJson(toUtf8(text))

describe('parseJson', () => {
  it('gives back the value of its canonical form', () => {
    fc.assert(
      fc.property(jsonValue, (value) => {
        expect(parseText(canonicalize(value))).toEqual({ ok: true, value })
      }),
      { numRuns: 1000 },
    )
  })

  it('answers arbitrary bytes as JSON.parse does, or refuses them', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc
        .array(fc.constantFrom(...'{}[]":,\\u0dc8ef-+.eE12 \n', 'true', 'null', '"a"', '"a":', '\ufffe'), {
          maxLength: 16,
        })
        .map((parts) => toUtf8(parts.join(''))),
    )
    fc.assert(
      fc.property(bytes, (bytes) => {
        const parsed = parseJson(bytes)
        if (parsed.ok) expect(parsed.value).toEqual(JSON.parse(new TextDecoder().decode(bytes)))
        else expect(parsed.code).toBe('MALFORMED_JSON')
      }),
      { numRuns: 5000 },
    )
  })

  it('refuses a member that is written twice, wherever it stands, and says where', () => {
    const member = (name: string, value: JsonValue) => `${JSON.stringify(name)}:${canonicalize(value)}`
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 4 }), jsonValue, jsonValue, (outer, first, second) => {
        const object = `{${member('twin', first)},${member('twin', second)}}`
        const text = outer.reduce((inner, name) => `[0,{${JSON.stringify(name)}:${inner}}]`, object)
        expect(parseText(text)).toMatchObject({
          ok: false,
          code: 'MALFORMED_JSON',
          path: expect.stringMatching(/(^|\.)twin$/),
        })
        expect(parseText(text.replace('"twin"', '"other"')).ok).toBe(true)
      }),
    )
  })
})

describe('canonicalize', () => {
  it('writes the form that JSON.stringify of sorted members has', () => {
    const sorted = (value: JsonValue): string => {
      if (Array.isArray(value)) return `[${value.map(sorted).join(',')}]`
      if (typeof value !== 'object' || value === null) return JSON.stringify(value)
      const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
      return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${sorted(member)}`).join(',')}}`
    }
    fc.assert(
      fc.property(jsonValue, (value) => {
        expect(canonicalize(value)).toBe(sorted(value))
      }),
    )
  })

  it('is idempotent', () => {
    fc.assert(
      fc.property(jsonValue, (value) => {
        const canonical = canonicalize(value)
        const parsed = parseText(canonical)
        expect(parsed.ok && canonicalize(parsed.value)).toBe(canonical)
      }),
    )
  })

  it('is the same for any order and spacing of the members', () => {
    const backwards = (value: JsonValue): string => {
      if (Array.isArray(value)) return `[ ${value.map(backwards).join(' , ')} ]`
      if (typeof value !== 'object' || value === null) return JSON.stringify(value)
      const members = Object.entries(value).reverse()
      return `{\n${members.map(([name, member]) => `${JSON.stringify(name)} : ${backwards(member)}`).join(',\t')}\r}`
    }
    fc.assert(
      fc.property(jsonValue, (value) => {
        const parsed = parseText(backwards(value))
        expect(parsed.ok && canonicalize(parsed.value)).toBe(canonicalize(value))
      }),
    )
  })

  it.each<[string, unknown, string]>([
    ['NaN', { a: [Number.NaN] }, 'a[0]'],
    ['an infinity', [Number.NEGATIVE_INFINITY], '[0]'],
    ['a lone surrogate', { a: { b: '\udc00' } }, 'a.b'],
    ['a noncharacter in a name', { 'a\ufdd0': 1 }, '["a\ufdd0"]'],
    ['a noncharacter beyond the first plane', ['\u{1fffe}'], '[0]'],
  ])('throws BAD_INPUT for %s, and says where', (_, value, path) => {
    expect(() => canonicalize(value as JsonValue)).toThrow(
      expect.objectContaining({ code: 'BAD_INPUT', path }),
    )
  })

  it('throws BAD_INPUT for a value that holds itself', () => {
    const list: JsonValue[] = []
    list.push(list)
    expect(() => canonicalize(list)).toThrow(expect.objectContaining({ code: 'BAD_INPUT' }))
  })
})
