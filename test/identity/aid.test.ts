import fc from 'fast-check'
import { expect, it } from 'vitest'
import { didOf, parseAid } from '../../src/identity/aid.js'

it('an AID is 1 to 128 characters of [a-z0-9]', () => {
  const text = fc.oneof(
    fc.string({ unit: fc.constantFrom(...'abz019'), maxLength: 140 }),
    fc.string({ unit: fc.constantFrom(...'az09A-_ \n#'), maxLength: 5 }),
    fc.string({ unit: 'binary', maxLength: 5 }),
  )
  fc.assert(
    fc.property(text, (text) => {
      const isAid =
        text.length > 0 &&
        text.length <= 128 &&
        [...text].every((c) => 'abcdefghijklmnopqrstuvwxyz0123456789'.includes(c))
      expect(parseAid(text)).toBe(isAid ? text : undefined)
      if (isAid) expect(didOf(parseAid(text)!)).toBe(`did:anet:${text}`)
    }),
    { numRuns: 1000 },
  )
})
