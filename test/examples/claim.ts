/**
 * A claim is what an example's comment says of the value before it:
 *
 * - a literal: `undefined`, `null`, `true`, `false`, `-1.5`, `3n`, `'text'`, `[1, 2]`, `{ name: 'x', 'a.b': 1 }`;
 * - `Uint8Array [1, 2]`, which no Buffer is;
 * - `…` in the place of a value for any value, as the last element or member for any more of them, and inside a text for
 *   any text;
 * - behind `: `, words that explain it.
 */
export type Claim =
  | { readonly kind: 'anything' }
  | { readonly kind: 'literal'; readonly value: unknown }
  | { readonly kind: 'text'; readonly pattern: RegExp }
  | { readonly kind: 'bytes'; readonly bytes: readonly Claim[] }
  | { readonly kind: 'list'; readonly elements: readonly Claim[]; readonly isOpen: boolean }
  | {
      readonly kind: 'object'
      readonly members: readonly (readonly [string, Claim])[]
      readonly isOpen: boolean
    }

/** Whether a value is what a claim says. */
export const holds = (claim: Claim, value: unknown): boolean => {
  switch (claim.kind) {
    case 'anything':
      return true
    case 'literal':
      return Object.is(value, claim.value)
    case 'text':
      return typeof value === 'string' && claim.pattern.test(value)
    case 'bytes':
      return isPlain(value, Uint8Array) && holdAll(claim.bytes, [...value], false)
    case 'list':
      return isPlain(value, Array) && holdAll(claim.elements, value, claim.isOpen)
    case 'object':
      return (
        isPlain(value, Object) &&
        (claim.isOpen || Object.keys(value).length === claim.members.length) &&
        claim.members.every(
          ([name, member]) =>
            Object.hasOwn(value, name) && holds(member, (value as Record<string, unknown>)[name]),
        )
      )
  }
}

const holdAll = (claims: readonly Claim[], values: readonly unknown[], isOpen: boolean): boolean =>
  (isOpen ? values.length >= claims.length : values.length === claims.length) &&
  claims.every((claim, i) => holds(claim, values[i]))

const isPlain = <T extends object>(value: unknown, type: new (...of: never[]) => T): value is T =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === type.prototype

const TOKEN = /\s*('(?:[^'\\]|\\.)*'|-?\d[\d.e+-]*n?|[A-Za-z_$][\w$]*|[…[\]{},:])/y

const LITERALS = new Map<string, unknown>([
  ['undefined', undefined],
  ['null', null],
  ['true', true],
  ['false', false],
])

/** Reads a claim; throws a SyntaxError for anything else, such as mere words. */
export const parseClaim = (comment: string): Claim => {
  let end = 0

  const peek = (): string => {
    TOKEN.lastIndex = end
    return TOKEN.exec(comment)?.[1] ?? ''
  }
  const next = (): string => {
    const token = peek()
    if (token === '') throw new SyntaxError(`no value: ${comment}`)
    end = TOKEN.lastIndex
    return token
  }
  const skip = (token: string): boolean => {
    const isThere = peek() === token
    if (isThere) next()
    return isThere
  }
  const expect = (token: string): void => {
    if (!skip(token)) throw new SyntaxError(`no ${token} at ${end}: ${comment}`)
  }

  const value = (): Claim => {
    const token = next()
    if (token === '…') return { kind: 'anything' }
    if (token === '[') {
      const { parts, isOpen } = partsUntil(']', value)
      return { kind: 'list', elements: parts, isOpen }
    }
    if (token === '{') {
      const { parts, isOpen } = partsUntil('}', member)
      return { kind: 'object', members: parts, isOpen }
    }
    if (token === 'Uint8Array') {
      expect('[')
      return { kind: 'bytes', bytes: partsUntil(']', value).parts }
    }
    if (token.startsWith("'")) return textClaim(unquoted(token))
    if (LITERALS.has(token)) return { kind: 'literal', value: LITERALS.get(token) }
    if (/^-?\d+n$/.test(token)) return { kind: 'literal', value: BigInt(token.slice(0, -1)) }
    const number = Number(token)
    if (Number.isNaN(number)) throw new SyntaxError(`no value: ${comment}`)
    return { kind: 'literal', value: number }
  }

  const member = (): readonly [string, Claim] => {
    const name = next()
    expect(':')
    return [name.startsWith("'") ? unquoted(name) : name, value()]
  }

  const partsUntil = <T>(
    close: string,
    part: () => T,
  ): { readonly parts: readonly T[]; readonly isOpen: boolean } => {
    const parts: T[] = []
    while (!skip(close)) {
      if (parts.length > 0) expect(',')
      if (skip('…')) {
        expect(close)
        return { parts, isOpen: true }
      }
      parts.push(part())
    }
    return { parts, isOpen: false }
  }

  const claim = value()
  if (!/^(: \S.*)?$/s.test(comment.slice(end))) throw new SyntaxError(`more than a value: ${comment}`)
  return claim
}

const textClaim = (text: string): Claim =>
  text.includes('…')
    ? { kind: 'text', pattern: new RegExp(`^${text.split('…').map(escaped).join('.*')}$`, 's') }
    : { kind: 'literal', value: text }

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

/** The text that a literal in single quotes stands for. */
const unquoted = (literal: string): string => {
  const body = literal
    .slice(1, -1)
    .replace(/\\.|"/g, (part) => (part === "\\'" ? "'" : part === '"' ? '\\"' : part))
  return JSON.parse(`"${body}"`)
}
