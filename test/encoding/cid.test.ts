import fc from 'fast-check'
import { CID } from 'multiformats/cid'
import { describe, expect, it } from 'vitest'
import { cidOf, parseCid } from '../../src/encoding/cid.js'

const known = cidOf(Uint8Array.of(1))

describe('parseCid', () => {
  it('reads what cidOf writes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.constantFrom('dag-cbor' as const, 'raw' as const), (bytes, codec) => {
        const cid = cidOf(bytes, codec)
        expect(parseCid(cid)).toBe(cid)
        expect(CID.parse(cid).code).toBe(codec === 'raw' ? 0x55 : 0x71)
      }),
    )
  })

  it('takes no other spelling', () => {
    fc.assert(
      fc.property(fc.nat(known.length - 1), fc.constantFrom(...'bBzZa27189=/ \n'), (at, character) => {
        const text = `${known.slice(0, at)}${character}${known.slice(at + 1)}`
        const parsed = parseCid(text)
        if (parsed !== undefined) expect(CID.parse(text).toString()).toBe(text)
        expect(parseCid(`${known.slice(0, at)}${character}${known.slice(at)}`)).toBeUndefined()
      }),
      { numRuns: 1000 },
    )
  })

  it('takes no other version, codec, hash or base', () => {
    const { multihash } = CID.parse(known)
    expect(parseCid(CID.createV0(multihash as Parameters<typeof CID.createV0>[0]).toString())).toBeUndefined()
    expect(parseCid(CID.createV1(0x70, multihash).toString())).toBeUndefined()
    expect(parseCid(known.toUpperCase())).toBeUndefined()
    expect(parseCid(`${known}a`)).toBeUndefined()
    expect(parseCid(`${known}\n`)).toBeUndefined()
    expect(parseCid('')).toBeUndefined()
  })

  it('answers arbitrary text', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('', 'b', 'z', 'Q', 'k', 'B'),
        fc.string({ unit: 'binary' }),
        (base, text) => {
          expect(parseCid(base + text)).toBeUndefined()
        },
      ),
    )
  })
})
