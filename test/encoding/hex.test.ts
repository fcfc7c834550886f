import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fromHex, toHex } from '../../src/encoding/hex.js'

it('hex is what Node writes, and reads back', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(toHex(bytes)).toBe(Buffer.from(bytes).toString('hex'))
      expect(fromHex(toHex(bytes))).toEqual(bytes)
    }),
  )
})

it('hex has one spelling per byte string', () => {
  const text = fc.string({ unit: fc.constantFrom(...'09afAFgx \n٠'), maxLength: 4 })
  fc.assert(
    fc.property(text, (text) => {
      const bytes = fromHex(text)
      expect(bytes !== undefined).toBe(/^(?:[0-9a-f]{2})*$/.test(text) && !text.endsWith('\n'))
      if (bytes !== undefined) expect(toHex(bytes)).toBe(text)
    }),
    { numRuns: 2000 },
  )
})
