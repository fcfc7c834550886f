import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findFoldedTwin, foldCase } from '../../src/encoding/case-fold.js'
import { jsonValue } from './values.js'

const characters: readonly string[] = Array.from({ length: 0x110000 }, (_, codePoint) => codePoint)
  .filter((codePoint) => codePoint < 0xd800 || codePoint > 0xdfff)
  .map((codePoint) => String.fromCodePoint(codePoint))

/** Whatever has a case by any property of Unicode. */
const isCased = (character: string): boolean =>
  /[\p{Cased}\p{Changes_When_Casemapped}\p{Changes_When_Casefolded}\p{Case_Ignorable}]/u.test(character)

/** These fold together only since Unicode 15.1: either answer is right. */
const UNDECIDED = new Set('\u0390\u1fd3\u03b0\u1fe3\ufb05\ufb06')

const cased = characters.filter((character) => isCased(character) && !UNDECIDED.has(character))

const escaped = (character: string): string => `\\u{${character.codePointAt(0)!.toString(16)}}`

describe('foldCase', () => {
  it('makes equal exactly what iu regular expressions take as equal, over all cased characters', () => {
    const groups = new Map<string, string[]>()
    for (const character of cased) {
      const folded = foldCase(character)
      groups.set(folded, [...(groups.get(folded) ?? []), character])
    }
    const all = cased.join('')
    const wrong = cased.filter((character) => {
      const equal = all.match(new RegExp(escaped(character), 'giu')) ?? []
      return equal.join('') !== groups.get(foldCase(character))!.join('')
    })
    expect(cased.length).toBeGreaterThan(4000)
    expect(wrong).toEqual([])
  })

  it('keeps every other character', () => {
    expect(
      characters.filter((character) => !isCased(character) && foldCase(character) !== character),
    ).toEqual([])
  })

  it('keeps the length of every character, and is idempotent', () => {
    const wrong = cased.filter((character) => {
      const folded = foldCase(character)
      return folded.length !== character.length || foldCase(folded) !== folded
    })
    expect(wrong).toEqual([])
  })

  it('folds a text character by character', () => {
    const text = fc.string({ unit: fc.constantFrom(...'aAsSſkKKıIİißẞςσΣ𐐀𐐨ꭰᎠé1 '), maxLength: 12 })
    fc.assert(
      fc.property(text, (text) => {
        expect(foldCase(text)).toBe([...text].map((c) => foldCase(c)).join(''))
      }),
    )
  })

  it.each([
    ['s', 'ſ', true],
    ['k', '\u212a', true],
    ['i', 'ı', false],
    ['i', 'İ', false],
    ['ss', 'ß', false],
    ['ß', 'ẞ', true],
    ['ς', 'Σ', true],
  ])('%s and %s', (a, b, isEqual) => {
    expect(foldCase(a) === foldCase(b)).toBe(isEqual)
  })
})

describe('findFoldedTwin', () => {
  /** Names whose equality the regular expressions decide. */
  const equal = (a: string, b: string): boolean =>
    new RegExp(`^${[...a].map(escaped).join('')}$`, 'iu').test(b)

  it('finds the first twin among few and among many names', () => {
    const name = fc.string({ unit: fc.constantFrom(...'aAsSſkK\u212aıIi1'), minLength: 1, maxLength: 3 })
    const names = fc.uniqueArray(fc.oneof(name, fc.string({ minLength: 4, maxLength: 8 })), { maxLength: 40 })
    fc.assert(
      fc.property(names, (names) => {
        const object = Object.fromEntries(names.map((name) => [name, 1]))
        const keys = Object.keys(object)
        const twin = keys.find((name, i) => keys.slice(0, i).some((earlier) => equal(earlier, name)))
        expect(findFoldedTwin(object)).toEqual(twin === undefined ? undefined : [twin])
      }),
      { numRuns: 500 },
    )
  })

  it('finds a twin at any depth', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(3), { maxLength: 5 }), (path) => {
        const object = path.reduceRight<unknown>((inner, index) => [...Array(index).fill({ a: 1 }), inner], {
          outer: { Kk: 1, k: 2, '\u212ak': 3 },
        })
        expect(findFoldedTwin(object as Parameters<typeof findFoldedTwin>[0])).toEqual([
          ...path,
          'outer',
          '\u212ak',
        ])
      }),
    )
  })

  it('answers any JSON value', () => {
    fc.assert(
      fc.property(jsonValue, (value) => {
        const twin = findFoldedTwin(value)
        expect(twin === undefined || twin.length > 0).toBe(true)
      }),
    )
  })
})
