import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerCall, variantFor } from '../../src/card/access.js'
import { buildExtended, buildPublic, type CardSubject } from '../../src/card/build.js'
import { checkConfiguration } from '../../src/card/configuration.js'
import { formatKid } from '../../src/card/jws.js'
import { listSkills, readPrices } from '../../src/card/prices.js'
import { checkPublishForm } from '../../src/card/publish-form.js'
import { reissue } from '../../src/card/reissue.js'
import { type CardKind, sign } from '../../src/card/sign.js'
import { URIS } from '../../src/card/uris.js'
import { type VerifiedCard, verify } from '../../src/card/verify.js'
import { sha256 } from '../../src/crypto/sha256.js'
import { canonicalize } from '../../src/encoding/jcs.js'
import type { JsonObject } from '../../src/encoding/json.js'
import { fromUtf8, toUtf8 } from '../../src/encoding/utf8.js'
import { orThrow } from '../../src/errors.js'
import { rotate } from '../../src/identity/controller.js'
import { deepFreeze } from '../deep-freeze.js'
import { configurationOf, network, node, offeredBy, subject } from './node-configuration.js'
import { agent } from './publishable-card.js'

const { seed, kel } = agent
const kid = formatKid(kel.states[0]!)
const now = subject.issuedAt

/** A card as its readers have it, once it was signed. */
const published = (card: JsonObject, as: CardKind): VerifiedCard =>
  orThrow(verify(sign(card, { seed, kid, as }), { now, kel })).card

const isInPublishForm = (card: JsonObject): boolean => checkPublishForm(toUtf8(canonicalize(card))).ok

const variants = ['general', 'list'] as const

describe('the public card of any node', () => {
  it('is in publish form, lists what everybody may call, and never says a price', () => {
    fc.assert(
      fc.property(node, (node) => {
        const configuration = configurationOf(node)
        const isUnchanged = deepFreeze(configuration)
        const built = buildPublic(configuration, subject)
        isUnchanged()
        const open = offeredBy(node).filter(({ allowOnly }) => !allowOnly)
        const ids = [...open.map(({ id }) => id), ...(node.policy === 'open' ? ['chat'] : [])]
        if (!built.ok) {
          expect([built.code, ids]).toEqual(['NO_PUBLIC_CARD', []])
          return
        }
        expect(isInPublishForm(built.card)).toBe(true)
        const card = published(built.card, 'public')
        expect(card.skillIds).toEqual(ids)
        expect(readPrices(card, now)).toMatchObject({ ok: false, code: 'NO_PRICES' })
        const text = canonicalize(built.card)
        expect(text).not.toContain(URIS.anetPrice)
        expect(text).not.toMatch(/"(?:amount|prices?)":/)
        const priced = open.filter(({ price }) => price > 0n).length
        expect(card.charge).toBe(priced === 0 ? 'free' : priced === ids.length ? 'paid' : 'partial')
      }),
      { numRuns: 300 },
    )
  })

  it('does not exist for bad texts, and is refused before it is signed', () => {
    const open = { inbound: { policy: 'open' }, modules: { service: {} } }
    const build = (change: Partial<CardSubject>) => () => buildPublic(open, { ...subject, ...change })
    for (const change of [{ name: '' }, { description: '' }, { version: '' }]) {
      expect(build(change)).toThrow(expect.objectContaining({ code: 'NOT_PUBLISH_FORM' }))
    }
    for (const change of [{ name: '\ud800' }, { description: '\ufffe' }]) {
      expect(build(change)).toThrow(expect.objectContaining({ code: 'BAD_INPUT' }))
    }
  })
})

describe('an extended card of any node', () => {
  it('is in publish form, and its prices read back as they were configured', () => {
    fc.assert(
      fc.property(node, fc.constantFrom(...variants), (node, variant) => {
        const built = buildExtended(configurationOf(node), subject, { variant, network })
        const listed = offeredBy(node).filter(({ allowOnly }) => variant === 'list' || !allowOnly)
        const priced = listed.filter(({ price }) => price > 0n)
        const isMore = priced.length > 0 || listed.some(({ allowOnly }) => allowOnly)
        if (!built.ok) {
          expect([built.code, isMore]).toEqual(['not_configured', false])
          return
        }
        expect(isMore).toBe(true)
        expect(isInPublishForm(built.card)).toBe(true)
        const card = published(built.card, 'extended')
        const ids = [...listed.map(({ id }) => id), ...(node.policy === 'open' ? ['chat'] : [])]
        expect(card.skillIds).toEqual(ids)
        const read = readPrices(card, now)
        const prices = new Map(priced.map(({ id, price }) => [id, price]))
        expect(read.ok ? read.list.prices : new Map()).toEqual(prices)
        const skills = ids.map((id) => ({ id, price: `${prices.get(id) ?? 0n}` }))
        expect(listSkills(card, now)).toEqual({ ok: true, skills, pricesFetchedAt: now })
        expect(card.charge).toBe(
          priced.length === 0 ? 'free' : priced.length === ids.length ? 'paid' : 'partial',
        )
        const asPublic = () => sign(built.card, { seed, kid })
        if (priced.length === 0) expect(asPublic).not.toThrow()
        else expect(asPublic).toThrow(expect.objectContaining({ code: 'PRICE_ON_PUBLIC_CARD' }))
      }),
      { numRuns: 300 },
    )
  })
})

describe('the cards of one node', () => {
  const cardsOf = (configuration: object): readonly (Uint8Array | string)[] => [
    ...[buildPublic(configuration, subject)].map((built) =>
      built.ok ? sign(built.card, { seed, kid, jku: built.jku }) : built.code,
    ),
    ...variants.map((variant) => {
      const built = buildExtended(configuration, subject, { variant, network })
      return built.ok ? sign(built.card, { seed, kid, jku: built.jku, as: 'extended' }) : built.code
    }),
  ]

  it('are the same bytes whenever they say the same, in whatever order it is configured', () => {
    fc.assert(
      fc.property(node, (node) => {
        const reversed = { ...node, offerings: node.offerings.toReversed() }
        expect(cardsOf(configurationOf(reversed))).toEqual(cardsOf(configurationOf(node)))
      }),
      { numRuns: 100 },
    )
  })

  it('show what is allow_only to nobody but listed peers, and no call of theirs finds it', () => {
    fc.assert(
      fc.property(node, fc.boolean(), (node, isListed) => {
        const checked = checkConfiguration(configurationOf(node))
        if (!checked.ok) throw new Error('the configuration is good')
        const cards = [
          buildPublic(configurationOf(node), subject),
          buildExtended(configurationOf(node), subject, { variant: variantFor({ isListed }), network }),
        ]
        const shown = new Set(
          cards.flatMap((built) =>
            built.ok ? (built.card.skills as readonly JsonObject[]).map(({ id }) => id) : [],
          ),
        )
        for (const { id, isPublic, isServed, allowOnly } of node.offerings) {
          const isCallable = isPublic && isServed && (isListed || !allowOnly)
          const answer = answerCall(checked.offered, id, { isListed })
          expect(answer).toBe(isCallable ? 'served' : 'capability_not_served')
          if (shown.has(id)) expect(isCallable).toBe(true)
        }
      }),
      { numRuns: 200 },
    )
  })
})

describe('a card that is issued again', () => {
  const build = (seq: bigint, change: Partial<CardSubject> = {}): JsonObject => {
    const open = { inbound: { policy: 'open' }, modules: { service: {} } }
    const issuedAt = subject.issuedAt + (seq % 1000n)
    return orThrow(buildPublic(open, { ...subject, seq, issuedAt, ...change })).card
  }
  const code = (name: string) => expect.objectContaining({ code: name })
  const seqs = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })

  it('is the bytes that were published when it says the same under the same key, whatever its seq', () => {
    fc.assert(
      fc.property(seqs, seqs, (seq, later) => {
        const previous = reissue(agent, build(seq), { as: 'public' })
        expect(reissue(agent, build(later), { as: 'public', previous })).toBe(previous)
      }),
      { numRuns: 50 },
    )
  })

  it('needs a higher seq once it says something else', () => {
    fc.assert(
      fc.property(seqs, seqs, (seq, next) => {
        const previous = reissue(agent, build(seq), { as: 'public' })
        const again = () =>
          reissue(agent, build(next, { description: 'Sells more.' }), { as: 'public', previous })
        if (next < seq) expect(again).toThrow(code('SEQ_ROLLBACK'))
        else if (next === seq) expect(again).toThrow(code('SEQ_FORK'))
        else expect(orThrow(verify(again(), { now: now + 1000n, kel })).card.seq).toBe(next)
      }),
      { numRuns: 50, examples: [[7n, 7n]] },
    )
  })

  it('needs a higher seq under another key, and is signed by that one', () => {
    const rotated = rotate(agent, { timestamp: 1n, nextSeed: sha256('publishable card, third') })
    const previous = reissue(agent, build(7n), { as: 'public' })
    expect(() => reissue(rotated, build(7n), { as: 'public', previous })).toThrow(code('SEQ_FORK'))
    const again = reissue(rotated, build(8n), { as: 'public', previous })
    expect(again).not.toEqual(previous)
    expect(verify(again, { now: now + 8n, kel: rotated.kel }).ok).toBe(true)
    expect(verify(previous, { now: now + 8n, kel: rotated.kel })).toMatchObject({ code: 'KEY_NOT_CURRENT' })
  })

  it('is never one that nobody could read', () => {
    const long = build(7n, { name: 'n'.repeat(129) })
    expect(() => reissue(agent, long, { as: 'public' })).toThrow(code('CARD_TOO_LARGE'))
    const early = build(7n, { seq: -1n })
    expect(() => reissue(agent, early, { as: 'public' })).toThrow(code('INVALID_CARD'))
  })

  it('never says a price as a public card, also when a public one of the same agent came before', () => {
    const configuration = configurationOf({
      policy: 'open',
      offerings: [{ id: 'echo', isPublic: true, isServed: true, allowOnly: false, price: 3n, described: {} }],
    })
    const { card } = orThrow(buildExtended(configuration, subject, { variant: 'general', network }))
    const previous = reissue(agent, card, { as: 'extended' })
    expect(fromUtf8(previous)).toContain('"amount":"3"')
    expect(() => reissue(agent, card, { as: 'public', previous })).toThrow(code('PRICE_ON_PUBLIC_CARD'))
  })
})
