import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatKid, parseKid } from '../../src/card/jws.js'
import { payloadOf } from '../../src/card/payload.js'
import { checkPublishForm } from '../../src/card/publish-form.js'
import { parse } from '../../src/card/structure.js'
import { verify } from '../../src/card/verify.js'
import { verifyJws } from '../../src/card/verify-jws.js'
import { canonicalize } from '../../src/encoding/jcs.js'
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/encoding/json.js'
import { fromUtf8, toUtf8 } from '../../src/encoding/utf8.js'
import { parseAid } from '../../src/identity/aid.js'
import { jsonValue } from '../encoding/values.js'
import { agent, publishableCard } from './publishable-card.js'

/** Cards with parts replaced by any JSON value, which reach every check. */
const oddCard = fc
  .tuple(
    publishableCard,
    fc.array(fc.tuple(fc.array(fc.nat(), { maxLength: 6 }), jsonValue), { maxLength: 3 }),
  )
  .map(([card, changes]) => {
    const copy = JSON.parse(canonicalize({ ...card, signatures: [{ protected: 'e30', signature: 'AA' }] }))
    for (const [path, value] of changes) {
      let part = copy
      for (const [depth, step] of path.entries()) {
        const names = Object.keys(part)
        if (names.length === 0) break
        const name = names[step % names.length]!
        const inner = part[name]
        if (depth === path.length - 1 || typeof inner !== 'object' || inner === null) {
          Object.defineProperty(part, name, { value, enumerable: true, writable: true, configurable: true })
          break
        }
        part = inner
      }
    }
    return copy as JsonObject
  })

const input = fc.oneof(
  fc.uint8Array({ maxLength: 60 }),
  jsonValue.map((value) => toUtf8(canonicalize(value))),
  oddCard.map((card) => toUtf8(canonicalize(card))),
)

describe('arbitrary input', () => {
  it('is refused, and never throws', () => {
    const publicKey = agent.kel.states[0]!.currentKeys[0]
    fc.assert(
      fc.property(
        input,
        fc.oneof(fc.uint8Array(), fc.constant(publicKey)),
        fc.integer(),
        (bytes, key, index) => {
          const verified = verify(bytes, { now: 0n, kel: agent.kel })
          expect(verified.ok).toBe(false)
          const parsed = parse(bytes)
          if (!parsed.ok) expect(verified).toEqual(parsed)
          expect(verifyJws(bytes, { index, publicKey: key }).ok).toBe(false)
          expect(verifyJws(bytes, { index: 0, publicKey: key }).ok).toBe(false)
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('has a payload exactly when it is a JSON object', () => {
    fc.assert(
      fc.property(fc.oneof(jsonValue, oddCard), (value) => {
        const payload = payloadOf(toUtf8(canonicalize(value)))
        expect(payload.ok).toBe(isJsonObject(value))
        if (!payload.ok) {
          expect(payload.code).toBe('INVALID_CARD')
          return
        }
        const { signatures: _, ...statement } = value as JsonObject
        expect(fromUtf8(payload.raw)).toBe(canonicalize(statement))
        // What was stripped once has nothing left to strip.
        const again = payloadOf(payload.protoStripped)
        expect(again.ok && fromUtf8(again.protoStripped)).toBe(fromUtf8(payload.protoStripped))
      }),
      { numRuns: 500 },
    )
  })

  it('is in publish form only when both forms of its payload are the same bytes', () => {
    fc.assert(
      fc.property(input, (bytes) => {
        const checked = checkPublishForm(bytes)
        const payload = payloadOf(bytes)
        if (!checked.ok) return
        expect(payload.ok && fromUtf8(payload.protoStripped)).toBe(payload.ok && fromUtf8(payload.raw))
      }),
      { numRuns: 1000 },
    )
  })

  it('with one part replaced by nothing is never in publish form', () => {
    const nothing = fc.constantFrom<JsonValue>(null, '', [], {})
    fc.assert(
      fc.property(publishableCard, fc.nat(), nothing, (card, step, nothing) => {
        const names = Object.keys(card)
        const name = names[step % names.length]!
        const bytes = toUtf8(canonicalize({ ...card, [name]: nothing }))
        expect(checkPublishForm(bytes)).toMatchObject({ ok: false, code: 'NOT_PUBLISH_FORM', path: name })
      }),
    )
  })
})

describe('parseKid', () => {
  it('reads what formatKid writes', () => {
    const aid = fc.string({ unit: fc.constantFrom(...'abcxyz0189'), minLength: 1, maxLength: 128 })
    fc.assert(
      fc.property(aid, fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (text, keyStateSeq) => {
        const id = { aid: parseAid(text)!, keyStateSeq }
        expect(parseKid(formatKid(id))).toEqual(id)
      }),
    )
  })

  it('takes one spelling of a key, and answers any text', () => {
    const part = fc.constantFrom(
      'did:anet:',
      'did',
      ':',
      'a',
      '0',
      '1',
      '9'.repeat(20),
      '#',
      ' ',
      '\n',
      'A',
      '-',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(part, { maxLength: 5 }).map((parts) => parts.join('')),
          fc.string(),
        ),
        (text) => {
          const id = parseKid(text)
          if (id !== undefined) expect(formatKid(id)).toBe(text)
        },
      ),
      { numRuns: 3000 },
    )
  })

  it.each([-1n, 2n ** 64n])('has no kid for the key state seq %s', (keyStateSeq) => {
    const writing = () => formatKid({ aid: agent.kel.aid, keyStateSeq })
    expect(writing).toThrow(expect.objectContaining({ code: 'BAD_INPUT' }))
  })
})
