import { isJsonArray, type JsonValue } from './json.js'
import type { Segments } from './json-path.js'

/**
 * Where a member's name first equals an earlier one of the same object under Unicode simple case folding, at any
 * depth; undefined when nowhere. A reader that matches names without case would take the one for the other.
 */
export const findFoldedTwin = (value: JsonValue): Segments | undefined => {
  if (typeof value !== 'object' || value === null) return undefined
  if (isJsonArray(value)) {
    for (let i = 0; i < value.length; i++) {
      const below = findFoldedTwin(value[i]!)
      if (below !== undefined) return [i, ...below]
    }
    return undefined
  }
  const names = Object.keys(value)
  const twin = twinAmong(names)
  if (twin !== undefined) return [twin]
  const members = Object.values(value)
  for (let i = 0; i < members.length; i++) {
    const below = findFoldedTwin(members[i]!)
    if (below !== undefined) return [names[i]!, ...below]
  }
  return undefined
}

/** The first name that is equal to an earlier one. Few names are compared in pairs, which mostly differ at a glance. */
const twinAmong = (names: readonly string[]): string | undefined => {
  if (names.length <= 16 && !hasLikelyTwins(names)) return undefined
  const seen = new Set<string>()
  return names.find((name) => seen.size === seen.add(foldCase(name)).size)
}

const hasLikelyTwins = (names: readonly string[]): boolean => {
  for (let i = 1; i < names.length; i++) {
    for (let j = 0; j < i; j++) if (mayBeTwins(names[i]!, names[j]!)) return true
  }
  return false
}

/** Simple case folding keeps the length, and takes ASCII to ASCII but for U+017F and U+212A. */
const mayBeTwins = (a: string, b: string): boolean => {
  if (a.length !== b.length) return false
  const [first, second] = [a.charCodeAt(0), b.charCodeAt(0)]
  return (first | 0x20) === (second | 0x20) || first > 0x7f || second > 0x7f
}

/**
 * One spelling for all the names that are equal under Unicode simple case folding (Unicode section 3.13, statuses C and S of
 * CaseFolding.txt).
 */
export const foldCase = (name: string): string => {
  if (!NON_ASCII.test(name)) return name.toLowerCase()
  let folded = ''
  for (const character of name) folded += foldedCharacter(character)
  return folded
}

const NON_ASCII = /[^\0-\x7f]/

/** The few characters that have a case, once folded. */
const foldedCharacters = new Map<string, string>()

/**
 * Lower case by way of upper case brings together all that folds together (ς and σ, ſ and s), but also takes ı
 * for i and ß for ss. `iu` regular expressions compare by simple case folding, so they say where that went too far.
 */
const foldedCharacter = (character: string): string => {
  const lower = character.toLowerCase()
  const upper = character.toUpperCase()
  if (lower === character && upper === character) return character
  const known = foldedCharacters.get(character)
  if (known !== undefined) return known
  const equal = new RegExp(`^\\u{${character.codePointAt(0)!.toString(16)}}$`, 'iu')
  const folded = [upper.toLowerCase(), lower].find((candidate) => equal.test(candidate)) ?? character
  foldedCharacters.set(character, folded)
  return folded
}
