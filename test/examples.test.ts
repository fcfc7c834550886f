import { describe, expect, it } from 'vitest'
import { holds, parseClaim } from './examples/claim.js'
import { allExamples, type Example, examplesInDocComments } from './examples/example.js'
import { compile } from './examples/program.js'
import { run } from './examples/run.js'

const example = (code: string): Example => ({ file: 'broken.ts', line: 10, code })

/** Examples that must not pass, and what is said of them. */
const BROKEN = {
  'a wrong value': [
    example("import { Encoding } from 'anet-protocol'\nEncoding.fromHex('00') // Uint8Array [1]"),
    /broken\.ts:11: claimed Uint8Array \[1\], but it is Uint8Array\(1\) \[ 0 \]/,
  ],
  'a wrong value on the next line': [
    example('const one = 1\none\n// 2'),
    /broken\.ts:11: claimed 2, but it is 1/,
  ],
  'a claim in a branch that is not taken': [
    example('if (Math.PI < 3) {\n  1 // 1\n}'),
    /11: never reached: 1/,
  ],
  'a claim behind a throw': [
    example("try {\n  throw new Error('x')\n  1 // 1\n} catch {}"),
    /12: never reached: 1/,
  ],
  'an example that throws': [example("JSON.parse('{') // undefined"), /JSON/],
  'words for a value': [example('1 // one'), /no value: one/],
  'no claim': [example('const one = 1 // 1'), /claims nothing/],
  'another package': [example("import 'vitest'\n1 // 1"), /cannot import vitest/],
} as const satisfies Record<string, readonly [Example, RegExp]>

const ILL_TYPED = example(
  "import { Encoding } from 'anet-protocol'\n\nEncoding.toHex('00') // '00'\nEncoding.nothing // undefined",
)

const examples = allExamples()
const program = compile([...examples, ILL_TYPED])

describe('every example', () => {
  it.each(examples.map((one) => [`${one.file}:${one.line}`, one] as const))('%s', async (_, one) => {
    expect(program.problemsOf(one)).toEqual([])
    await run(one)
  })
})

describe('every export', () => {
  const exports = program.exports()

  it.each(exports.map((one) => [`${one.kind} ${one.name}`, one] as const))('%s', (_, one) => {
    expect(one.documentation).not.toBe('')
    if (one.kind !== 'function' && one.kind !== 'class') return
    expect(one.examples).not.toEqual([])
    for (const text of one.examples) expect(text).toMatch(new RegExp(`\`\`\`ts\\n.*\\b${one.name}\\b`, 's'))
  })

  it('is found, whatever its kind', () => {
    const kinds = new Map(exports.map(({ name, kind }) => [name, kind]))
    expect(kinds.get('Card.verify')).toBe('function')
    expect(kinds.get('AnetError')).toBe('class')
    expect(kinds.get('CODES')).toBe('constant')
    expect(kinds.get('Card.VerifiedCard')).toBe('type')
  })
})

describe('what judges the examples', () => {
  it.each(Object.entries(BROKEN))('refuses %s', async (_, [broken, why]) => {
    await expect(run(broken)).rejects.toThrow(why)
  })

  it('refuses what does not type-check', () => {
    expect(program.problemsOf(ILL_TYPED)).toEqual([
      expect.stringMatching(/^broken\.ts:12: Argument of type 'string'/),
      expect.stringMatching(/^broken\.ts:13: Property 'nothing' does not exist/),
    ])
  })

  it('finds examples where they stand', () => {
    const source = 'const a = 1\n\n/**\n * Text.\n *\n * ```ts\n * b\n *   c // 1\n * ```\n */\nconst b = 2\n'
    expect(examplesInDocComments('a.ts', source)).toEqual([{ file: 'a.ts', line: 7, code: 'b\n  c // 1\n' }])
  })

  it.each<[claim: string, value: unknown, others: readonly unknown[]]>([
    ['undefined', undefined, [null, false, 'undefined']],
    ['undefined: for a reason', undefined, [null]],
    ['null', null, [undefined, {}]],
    ['true', true, [false, 1]],
    ['1', 1, [2, 1n, '1']],
    ['0', 0, [-0]],
    ['-1.5e-7', -1.5e-7, [1.5e-7]],
    ['3n', 3n, [3, 4n]],
    ["'a'", 'a', ['b', 'ab', '']],
    [`'"a\\\\u003c\\''`, `"a\\u003c'`, [`"a<'`]],
    ["'a…z'", 'a.\nz', ['az.', 'za']],
    ["'a.…'", 'a.b', ['aab']],
    ['[]', [], [[1], {}, new Uint8Array()]],
    ['[1, [2]]', [1, [2]], [[1, 2], [1], [1, [2], 3]]],
    ['[1, …]', [1, 2, 3], [[], [2, 1]]],
    [
      'Uint8Array [1, 2]',
      Uint8Array.of(1, 2),
      [Uint8Array.of(1, 3), Uint8Array.of(1), [1, 2], Buffer.of(1, 2)],
    ],
    ['{}', {}, [{ a: 1 }, [], null, new Map()]],
    [
      "{ a: 1, 'b.c': { d: 'x' } }",
      { a: 1, 'b.c': { d: 'x' } },
      [{ a: 1 }, { a: 1, 'b.c': { d: 'x', e: 1 } }],
    ],
    ['{ ok: false, … }', { ok: false, code: 'X' }, [{ ok: true, code: 'X' }, { code: 'X' }, false]],
    ['{ a: … }: anything', { a: [1] }, [{}, { a: 1, b: 2 }]],
  ])('%s', (claim, value, others) => {
    expect(holds(parseClaim(claim), value)).toBe(true)
    for (const other of others) expect(holds(parseClaim(claim), other), `${claim} of ${other}`).toBe(false)
  })

  it.each([
    '',
    'the same text',
    '1 2',
    '1 : words',
    '1:',
    "'a",
    '[1',
    '{ a }',
    '[…, 1]',
    'Uint8Array',
    '1.2.3',
  ])('takes no claim from %j', (words) => {
    expect(() => parseClaim(words)).toThrow(SyntaxError)
  })
})
