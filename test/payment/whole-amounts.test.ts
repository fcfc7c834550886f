import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

/**
 * Money is bigint: where amounts are handled, nothing may make a binary64 number of one. What is here all the same names its
 * reason.
 */
const ALLOWED: readonly { readonly file: string; readonly code: string; readonly reason: string }[] = [
  {
    file: 'payment/build-quote.ts',
    code: 'Number.isSafeInteger(maxTimeoutSeconds)',
    reason: 'a timeout in seconds is no money',
  },
  {
    file: 'payment/spending.ts',
    code: 'Number.isSafeInteger(value)',
    reason: 'takes only those JSON numbers of a configuration that lost no digit, as bigint',
  },
]

const root = new URL('../../src/', import.meta.url)

const files = [
  ...readdirSync(new URL('payment/', root), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => `payment/${path}`),
  'card/prices.ts',
]

const MAKERS: readonly string[] = ['Number', 'parseInt', 'parseFloat', 'Math']

/** Every place of a source that makes a number of something: by a name, by unary plus, or by division. */
const conversionsIn = (source: string): readonly string[] => {
  const file = ts.createSourceFile('source.ts', source, ts.ScriptTarget.Latest, true)
  const found = new Set<ts.Node>()
  const visit = (node: ts.Node): void => {
    const isMaker = ts.isIdentifier(node) && MAKERS.includes(node.text)
    const isPlus = ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.PlusToken
    const isDivision = ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.SlashToken
    if (isMaker || isPlus || isDivision) found.add(callAround(node))
    ts.forEachChild(node, visit)
  }
  visit(file)
  return [...found].map((node) => node.getText(file))
}

/** The call that a name is part of, so that what is allowed is one call and not a name. */
const callAround = (node: ts.Node): ts.Node => {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) return callAround(parent)
  return ts.isCallExpression(parent) && parent.expression === node ? parent : node
}

describe('money', () => {
  it('is never made a number', () => {
    const found = files.flatMap((file) =>
      conversionsIn(readFileSync(new URL(file, root), 'utf8')).map((code) => ({ file, code })),
    )
    expect(files.length).toBeGreaterThan(10)
    expect(found).toEqual(ALLOWED.map(({ file, code }) => ({ file, code })))
  })
})

describe('the search for numbers', () => {
  it.each([
    ['Number(amount)', ['Number(amount)']],
    ['Number.parseInt(amount, 10)', ['Number.parseInt(amount, 10)']],
    ['parseFloat(amount) + 1', ['parseFloat(amount)']],
    ['const x = +amount', ['+amount']],
    ['list.map(Number)', ['Number']],
    ['Math.max(a, b)', ['Math.max(a, b)']],
    ['amount / 2n', ['amount / 2n']],
    ['const x = a + b // +c, Number(d)', []],
    ["const x = 'Number(d) +e' + /\\d+/.source", []],
    ['const x: number = 1', []],
  ])('reads %s', (source, expected) => {
    expect(conversionsIn(source)).toEqual(expected)
  })
})
