import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromBase64, fromBase64url, toBase64, toBase64url } from '../../src/encoding/base64.js'

const forms = [
  { name: 'base64', to: toBase64, from: fromBase64, node: 'base64', alphabet: '+/AQgwZ09=' },
  { name: 'base64url', to: toBase64url, from: fromBase64url, node: 'base64url', alphabet: '-_AQgwZ09' },
] as const

describe.each(forms)('$name', ({ to, from, node, alphabet }) => {
  it('is what Node writes, and reads back', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        expect(to(bytes)).toBe(Buffer.from(bytes).toString(node))
        expect(from(to(bytes))).toEqual(bytes)
      }),
    )
  })

  it('has one spelling per byte string', () => {
    const text = fc.oneof(
      fc.string({ unit: fc.constantFrom(...alphabet), maxLength: 8 }),
      fc.string({ unit: fc.constantFrom(...alphabet, '=', '\n', ' ', '+', '-', 'é'), maxLength: 8 }),
      fc.string({ unit: 'binary', maxLength: 8 }),
    )
    fc.assert(
      fc.property(text, (text) => {
        const bytes = from(text)
        if (bytes !== undefined) expect(to(bytes)).toBe(text)
      }),
      { numRuns: 5000 },
    )
  })

  it('reads every text of two, three and four characters of the form, and none beside it', () => {
    const characters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_=']
    const pad = (count: number) => (node === 'base64' ? '='.repeat(count) : '')
    const taken = { two: 0, three: 0, four: 0 }
    for (const first of characters) {
      for (const second of characters) {
        if (from(`${first}${second}${pad(2)}`) !== undefined) taken.two += 1
        if (from(`A${first}${second}${pad(1)}`) !== undefined) taken.three += 1
        if (from(`AA${first}${second}`) !== undefined) taken.four += 1
      }
    }
    // One byte leaves 2 bits of the second character, two bytes leave 4 of the third; the others are zero. With padding, a
    // longer shape also holds the shorter ones.
    const padded = node === 'base64'
    expect(taken).toEqual({
      two: 64 * 4,
      three: 64 * 16 + (padded ? 4 : 0),
      four: 64 * 64 + (padded ? 16 + 1 : 0),
    })
  })
})
