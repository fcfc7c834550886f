import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatKid } from '../../src/card/jws.js'
import { payloadOf } from '../../src/card/payload.js'
import { checkPublishForm } from '../../src/card/publish-form.js'
import { sign } from '../../src/card/sign.js'
import { parse } from '../../src/card/structure.js'
import { verify } from '../../src/card/verify.js'
import { verifyJws } from '../../src/card/verify-jws.js'
import { sha256 } from '../../src/crypto/sha256.js'
import { canonicalize } from '../../src/encoding/jcs.js'
import type { JsonObject } from '../../src/encoding/json.js'
import { fromUtf8, toUtf8 } from '../../src/encoding/utf8.js'
import { deactivate, interact, rotate } from '../../src/identity/controller.js'
import { encodeKel } from '../../src/identity/key-event.js'
import { deepFreeze } from '../deep-freeze.js'
import { agent, aid, publishableCard } from './publishable-card.js'

const kid = formatKid({ aid, keyStateSeq: 0n })
const { seed, kel } = agent
const [{ currentKeys }] = kel.states as [(typeof kel.states)[number]]
const options = { now: 0n, kel }

const signed = (card: JsonObject): Uint8Array => sign(card, { seed, kid })

describe('a random card in publish form', () => {
  it('verifies once signed, over one payload in both forms', () => {
    const log = encodeKel(kel.events)
    fc.assert(
      fc.property(publishableCard, (card) => {
        const isUnchanged = deepFreeze(card)
        expect(checkPublishForm(toUtf8(canonicalize(card)))).toMatchObject({ ok: true })
        const bytes = signed(card)
        isUnchanged()
        expect(fromUtf8(bytes)).toBe(canonicalize(JSON.parse(fromUtf8(bytes)!)))
        expect(checkPublishForm(bytes).ok).toBe(true)
        const payload = payloadOf(bytes)
        const statement = canonicalize(card)
        expect(payload.ok && [payload.protoStripped, payload.raw].map(fromUtf8)).toEqual([
          statement,
          statement,
        ])
        const verified = verify(bytes, { now: 0n, kel: log })
        expect(verified).toMatchObject({
          ok: true,
          card: { aid, keyStateSeq: 0n, canonicalForm: 'proto-stripped', payloadHash: sha256(statement) },
        })
        const parsed = parse(bytes)
        expect(parsed.ok && verify(parsed.card, options)).toEqual(verified)
        const jws = verifyJws(bytes, { index: 0, publicKey: currentKeys[0] })
        expect(jws).toEqual({ ok: true, kid, canonicalForm: 'proto-stripped' })
      }),
      { numRuns: 100 },
    )
  })

  it('verifies over the same payload with its members in another order and spacing', () => {
    fc.assert(
      fc.property(publishableCard, (card) => {
        const bytes = signed(card)
        const reversed = (value: unknown): unknown => {
          if (Array.isArray(value)) return value.map(reversed)
          if (typeof value !== 'object' || value === null) return value
          return Object.fromEntries(
            Object.entries(value)
              .reverse()
              .map(([name, part]) => [name, reversed(part)]),
          )
        }
        const rewritten = toUtf8(JSON.stringify(reversed(JSON.parse(fromUtf8(bytes)!)), undefined, 1))
        const [one, other] = [verify(bytes, options), verify(rewritten, options)]
        expect(one.ok && other.ok && other.card.payloadHash).toEqual(one.ok && one.card.payloadHash)
      }),
      { numRuns: 50 },
    )
  })

  it('carries up to eight signatures', () => {
    fc.assert(
      fc.property(publishableCard, (card) => {
        let bytes = signed(card)
        for (let n = 1; n < 8; n++) bytes = sign(bytes, { seed, kid, jku: `https://example.org/${n}` })
        expect(verify(bytes, options).ok).toBe(true)
        expect(() => sign(bytes, { seed, kid })).toThrow(expect.objectContaining({ code: 'CARD_TOO_LARGE' }))
      }),
      { numRuns: 5 },
    )
  })
})

/** The statement of a card by JSON.parse: undefined for a text that is no JSON. */
const statementOf = (card: Uint8Array): unknown => {
  try {
    const { signatures: _, ...statement } = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(card))
    return statement
  } catch {
    return undefined
  }
}

/** Where the member `signatures` stands in a signed card, its comma included. */
const signaturesAt = (card: Uint8Array): { readonly start: number; readonly end: number } => {
  const text = fromUtf8(card)!
  const member = `"signatures":${JSON.stringify(JSON.parse(text).signatures)},`
  const start = text.lastIndexOf(member)
  return { start: toUtf8(text.slice(0, start)).length, end: toUtf8(text.slice(0, start) + member).length }
}

/** One byte of a signed card changed: refused, unless the text still says the same (1e+21 for 1E+21, \u001f for \u001F). */
const expectRefusal = (card: Uint8Array, at: number, byte: number): void => {
  if (card[at] === byte) return
  const mutant = Uint8Array.from(card)
  mutant[at] = byte
  const verified = verify(mutant, options)
  if (!verified.ok) return
  const [statement, changed] = [statementOf(card), statementOf(mutant)]
  expect(changed).toBeDefined()
  if (!isDeepStrictEqual(changed, statement)) expect(fromUtf8(mutant)).toBe(fromUtf8(card))
}

describe('a signed card', () => {
  it('is refused with any one byte changed outside its signatures', () => {
    const changes = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 60, maxLength: 60 })
    fc.assert(
      fc.property(publishableCard, changes, (card, changes) => {
        const bytes = signed(card)
        const { start, end } = signaturesAt(bytes)
        for (const [position, byte] of changes) {
          const at = position % (bytes.length - (end - start))
          expectRefusal(bytes, at < start ? at : at + end - start, byte)
        }
      }),
      { numRuns: 50 },
    )
  })

  it('is refused with each of its bytes changed in turn', () => {
    const [bytes] = fc
      .sample(publishableCard, { numRuns: 20, seed: 1 })
      .map((card) => signed({ ...card, name: 'a "b" \u001f' }))
      .sort((a, b) => a.length - b.length) as [Uint8Array]
    const { start, end } = signaturesAt(bytes)
    for (let at = 0; at < bytes.length; at++) {
      if (at >= start && at < end) continue
      for (const byte of [bytes[at]! ^ 1, bytes[at]! ^ 0x20, 0x22]) expectRefusal(bytes, at, byte)
    }
  })

  it('is refused under the log of another agent, without one, and before its time', () => {
    const [card] = fc.sample(publishableCard, { numRuns: 1, seed: 2 }) as [JsonObject]
    const bytes = signed(card)
    expect(verify(bytes, { now: 0n, kel: undefined })).toMatchObject({ code: 'KEL_UNAVAILABLE' })
    expect(verify(bytes, { now: 0n, kel: new Uint8Array() })).toMatchObject({ code: 'UNKNOWN_AID' })
    const late = JSON.parse(fromUtf8(bytes)!)
    late.capabilities.extensions.at(-1).params.notBefore = '300001'
    const { signatures: _, ...unsignedLate } = late
    const early = signed(unsignedLate)
    expect(verify(early, { now: 0n, kel })).toMatchObject({ code: 'CARD_NOT_YET_VALID' })
    expect(verify(early, { now: 1n, kel }).ok).toBe(true)
  })

  it('is refused once its key is no longer current, and not before', () => {
    const [card] = fc.sample(publishableCard, { numRuns: 1, seed: 4 }) as [JsonObject]
    const bytes = signed(card)
    const later = interact(agent, { timestamp: 1 })
    expect(verify(bytes, { now: 0n, kel: later.kel })).toMatchObject({ ok: true, card: { keyStateSeq: 0n } })
    const rotated = rotate(later, { timestamp: 2 })
    expect(verify(bytes, { now: 0n, kel: rotated.kel })).toMatchObject({ code: 'KEY_NOT_CURRENT' })
    const ended = deactivate(later, { timestamp: 2 })
    expect(verify(bytes, { now: 0n, kel: ended.kel })).toMatchObject({ code: 'KEY_NOT_CURRENT' })
    const beyond = sign(card, { seed, kid: formatKid({ aid, keyStateSeq: 1n }) })
    expect(verify(beyond, options)).toMatchObject({ code: 'KEY_NOT_CURRENT' })
  })

  it('looks its log up once at most, and only when a signature names the agent', () => {
    const [card] = fc.sample(publishableCard, { numRuns: 1, seed: 3 }) as [JsonObject]
    const asked: string[] = []
    const lookUp = (who: string) => {
      asked.push(who)
      return undefined
    }
    const twice = sign(signed(card), { seed, kid })
    expect(verify(twice, { now: 0n, kel: lookUp })).toMatchObject({ code: 'KEL_UNAVAILABLE' })
    expect(asked).toEqual([aid])
    const ofAnother = sign(card, { seed, kid: 'did:anet:another#0' })
    expect(verify(ofAnother, { now: 0n, kel: lookUp })).toMatchObject({ code: 'BINDING_MISMATCH' })
    expect(asked).toEqual([aid])
  })
})
