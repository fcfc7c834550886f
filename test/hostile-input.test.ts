import { describe, expect, it } from 'vitest'
import { parseKid } from '../src/card/jws.js'
import { payloadOf } from '../src/card/payload.js'
import { checkPublishForm } from '../src/card/publish-form.js'
import { parse } from '../src/card/structure.js'
import { verify } from '../src/card/verify.js'
import { verifyJws } from '../src/card/verify-jws.js'
import { answerLine } from '../src/conformance/adapter.js'
import { fromBase64, fromBase64url, toBase64, toBase64url } from '../src/encoding/base64.js'
import { findFoldedTwin } from '../src/encoding/case-fold.js'
import { decodeCbor } from '../src/encoding/cbor.js'
import { parseCid } from '../src/encoding/cid.js'
import { parseUint64 } from '../src/encoding/decimal.js'
import { fromHex, toHex } from '../src/encoding/hex.js'
import { parseJson } from '../src/encoding/json.js'
import { toUtf8 } from '../src/encoding/utf8.js'
import { parseAid } from '../src/identity/aid.js'
import { decodeKel } from '../src/identity/key-event.js'
import { replay } from '../src/identity/replay.js'
import { agent } from './card/publishable-card.js'

/**
 * Input made to exhaust a reader. Nothing here measures time: an answer that is not linear in the length of its input
 * runs into the timeout of the runner.
 */

const MB = 1_000_000

/** All the readers of card bytes, which also read the JSON. */
const expectNoCard = (text: string): void => {
  const bytes = toUtf8(text)
  expect(verify(bytes, { now: 0n, kel: agent.kel }).ok).toBe(false)
  expect(parse(bytes).ok).toBe(false)
  expect(verifyJws(bytes, { index: 0, publicKey: new Uint8Array(32) }).ok).toBe(false)
  expect(checkPublishForm(bytes).ok).toBe(false)
}

describe('JSON', () => {
  it.each([
    ['arrays', '['.repeat(MB), ']'.repeat(MB)],
    ['objects', '{"a":'.repeat(200_000), `1${'}'.repeat(200_000)}`],
    ['both', '[{"a":'.repeat(100_000), `[]${'}]'.repeat(100_000)}`],
  ])('of deeply nested %s is MALFORMED_JSON, whole or cut short', (_, open, close) => {
    for (const text of [open + close, open]) {
      expect(parseJson(toUtf8(text))).toMatchObject({ ok: false, code: 'MALFORMED_JSON' })
      expect(payloadOf(toUtf8(text))).toMatchObject({ ok: false, code: 'INVALID_CARD' })
      expectNoCard(text)
    }
  })

  it('nests 128 deep and not 129', () => {
    const nested = (depth: number) => toUtf8('['.repeat(depth) + ']'.repeat(depth))
    expect(parseJson(nested(128)).ok).toBe(true)
    expect(parseJson(nested(129))).toMatchObject({ code: 'MALFORMED_JSON' })
  })

  it('of thousands of members is read, and one of them written twice is found', () => {
    const members = Array.from({ length: 50_000 }, (_, i) => `"n${i}":${i}`)
    expect(parseJson(toUtf8(`{${members.join()}}`)).ok).toBe(true)
    const twice = parseJson(toUtf8(`{${[...members, '"n49999":0'].join()}}`))
    expect(twice).toMatchObject({ code: 'MALFORMED_JSON', path: 'n49999' })
    expectNoCard(`{${members.join()}}`)
  })

  it('of one long text, number or name is read', () => {
    for (const text of [
      `"${'a'.repeat(5 * MB)}"`,
      `"${'\\u0061'.repeat(MB)}"`,
      `{"${'"'.repeat(0)}${'a'.repeat(5 * MB)}":1}`,
    ]) {
      expect(parseJson(toUtf8(text)).ok).toBe(true)
    }
    expect(parseJson(toUtf8('9'.repeat(300))).ok).toBe(true)
    expect(parseJson(toUtf8('9'.repeat(MB)))).toMatchObject({ code: 'MALFORMED_JSON' })
    expect(parseJson(toUtf8(`0.${'0'.repeat(MB)}1`))).toEqual({ ok: true, value: 0 })
  })

  it('of backslashes, quotes and blanks is answered', () => {
    for (const text of [
      '\\',
      '"',
      ' ',
      '"\\',
      '\\u',
      ',',
      ':',
      '[,',
      '{"":',
      '-',
      '1e',
      '\ufeff',
      '\u0000',
    ]) {
      const { ok } = parseJson(toUtf8(text.repeat(MB / text.length)))
      expect(ok).toBe(false)
    }
  })
})

describe('names that differ by case tricks', () => {
  /** Spellings of one folded name of 15 letters, as many as are asked for. */
  const spellings = (letters: readonly string[], count: number): readonly string[] =>
    Array.from({ length: count }, (_, n) =>
      Array.from({ length: 15 }, (_, i) => letters[(n >> i) & 1]!).join(''),
    )

  it('30,000 that are equal but for case are refused', () => {
    for (const letters of [
      ['a', 'A'],
      ['s', 'ſ'],
      ['k', '\u212a'],
      ['𐐀', '𐐨'],
      ['ꭰ', 'Ꭰ'],
    ]) {
      const names = spellings(letters, 30_000)
      expect(new Set(names).size).toBe(30_000)
      expect(findFoldedTwin(Object.fromEntries(names.map((name) => [name, 1])))).toEqual([names[1]])
      const text = `{${names.map((name) => `"${name}":1`).join()}}`
      expect(parseJson(toUtf8(text)).ok).toBe(true)
      expect(checkPublishForm(toUtf8(text))).toMatchObject({ code: 'INVALID_CARD' })
      expectNoCard(text)
    }
  })

  it('30,000 that only seem equal are told apart, and a twin behind them is found', () => {
    const names = spellings(['i', 'ı'], 30_000)
    expect(findFoldedTwin(Object.fromEntries(names.map((name) => [name, 1])))).toBeUndefined()
    const twin = names[29_999]!.replace('i', 'I')
    expect(findFoldedTwin(Object.fromEntries([...names, twin].map((name) => [name, 1])))).toEqual([twin])
  })

  it('thousands of objects of sixteen long names are compared', () => {
    const name = (i: number) => `${'ſ'.repeat(200)}${i.toString(36)}`
    const object = Object.fromEntries(Array.from({ length: 16 }, (_, i) => [name(i), i]))
    expect(findFoldedTwin(Array(300).fill(object))).toBeUndefined()
  })
})

describe('CBOR', () => {
  const expectRefused = (bytes: Uint8Array): void => {
    expect(decodeCbor(bytes)).toMatchObject({ ok: false, code: 'MALFORMED_CBOR' })
    expect(decodeKel(bytes, { maxBytes: Number.POSITIVE_INFINITY })).toMatchObject({ code: 'KEL_MALFORMED' })
    expect(replay(bytes).ok).toBe(false)
  }

  it.each([0x81, 0xa1, 0xc1, 0x9f, 0xbf, 0x5f, 0x7f])('of a million open %i is refused', (head) => {
    expectRefused(new Uint8Array(MB).fill(head))
  })

  it('nests 32 deep and not 33', () => {
    const nested = (depth: number) => Uint8Array.of(...Array(depth - 1).fill(0x81), 0x80)
    expect(decodeCbor(nested(32)).ok).toBe(true)
    expectRefused(nested(33))
  })

  it('that declares huge lengths is refused', () => {
    for (const major of [0x40, 0x60, 0x80, 0xa0]) {
      expectRefused(Uint8Array.of(major | 26, 0x7f, 0xff, 0xff, 0xff))
      expectRefused(Uint8Array.of(major | 26, 0xff, 0xff, 0xff, 0xff, 0x00))
      expectRefused(Uint8Array.of(major | 27, 0x00, 0x1f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff))
      expectRefused(Uint8Array.of(major | 27, ...Array(8).fill(0xff)))
      expectRefused(Uint8Array.of(0x81, major | 27, ...Array(8).fill(0x7f), 0x00, 0x00))
    }
  })

  it('of a million elements or bytes is read', () => {
    const list = new Uint8Array(MB + 5).fill(0xf6)
    list.set([0x9a, 0x00, 0x0f, 0x42, 0x40])
    expect(decodeCbor(list).ok).toBe(true)
    expect(decodeKel(list, { maxBytes: 2 * MB })).toMatchObject({ code: 'KEL_MALFORMED', path: '[0]' })
    expect(replay(list)).toMatchObject({ code: 'KEL_TOO_LARGE' })
    const text = new Uint8Array(MB + 5).fill(0x61)
    text.set([0x7a, 0x00, 0x0f, 0x42, 0x40])
    expect(decodeCbor(text)).toEqual({ ok: true, value: 'a'.repeat(MB) })
    text.fill(0xc3, 5)
    expectRefused(text)
  })
})

describe('texts of one to five million characters', () => {
  const shapes = [
    'A',
    '=',
    '+',
    '-',
    '\n',
    ' ',
    '0',
    '9',
    'f',
    'F',
    'a',
    'z',
    '#',
    'é',
    '\ud800',
    'A=',
    '09',
    'AAA=',
  ]

  it.each(shapes)('made of %j have one spelling or none', (shape) => {
    for (const length of [MB, 5 * MB]) {
      for (const text of [shape.repeat(length / shape.length), `${shape.repeat(length / shape.length)}!`]) {
        const base64 = fromBase64(text)
        if (base64 !== undefined) expect(toBase64(base64) === text).toBe(true)
        const base64url = fromBase64url(text)
        if (base64url !== undefined) expect(toBase64url(base64url) === text).toBe(true)
        const hex = fromHex(text)
        if (hex !== undefined) expect(toHex(hex) === text).toBe(true)
        expect(parseUint64(text)).toBeUndefined()
        expect(parseUint64(`1${text}`)).toBeUndefined()
        expect(parseAid(text)).toBeUndefined()
        for (const base of ['', 'b', 'z', 'Q', 'k', 'f', 'B']) expect(parseCid(base + text)).toBeUndefined()
        for (const kid of [text, `did:anet:${text}`, `did:anet:${text}#0`, `did:anet:a#${text}`]) {
          expect(parseKid(kid)).toBeUndefined()
        }
      }
    }
  })

  it('in a request of the adapter are answered', () => {
    const long = { int: '9'.repeat(5 * MB) }
    const deep = '['.repeat(100_000) + ']'.repeat(100_000)
    const maps = `${'{"map":[[1,'.repeat(50_000)}1${']]}'.repeat(50_000)}`
    for (const value of [JSON.stringify(long), deep, maps]) {
      const line = `{"id":"1","op":"cbor.encode","input":{"value":${value}}}`
      expect(JSON.parse(answerLine(line))).toMatchObject({ id: '1', error: 'BAD_INPUT' })
    }
  })
})

describe('cards and logs at their limits', () => {
  it('one byte more than 65,536 is too large, whatever it is', () => {
    for (const byte of [0x20, 0x5b, 0x81, 0xff]) {
      const bytes = new Uint8Array(65_537).fill(byte)
      expect(verify(bytes, { now: 0n, kel: agent.kel })).toMatchObject({ code: 'CARD_TOO_LARGE' })
      expect(verifyJws(bytes, { index: 0, publicKey: bytes })).toMatchObject({ code: 'CARD_TOO_LARGE' })
      expect(replay(bytes)).toMatchObject({ code: 'KEL_TOO_LARGE' })
      expect(verify(bytes.subarray(1), { now: 0n, kel: agent.kel })).toMatchObject({ code: 'MALFORMED_JSON' })
    }
  })

  it('texts of 64 KiB in every member of a header are answered', () => {
    const signatures = [
      'e30',
      toBase64url(`{"alg":"EdDSA","kid":"did:anet:${'a'.repeat(40_000)}#0"}`),
      'A'.repeat(60_000),
    ]
    for (const text of signatures) {
      const card = JSON.stringify({ signatures: [{ protected: text, signature: text }] })
      expectNoCard(card.slice(0, 65_536))
      const judged = verifyJws(toUtf8(card), { index: 0, publicKey: new Uint8Array(32) })
      expect(judged.ok).toBe(false)
    }
  })
})
