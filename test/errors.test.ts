import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { opNames } from '../src/conformance/ops.js'
import { AnetError, CODES, orThrow, refuse } from '../src/errors.js'
import { ANSWER_CODES, OPERATION_CODES } from './documented-codes.js'
import { allVectors, vectorFiles } from './vector-files.js'

/** The text of each TypeScript file below a folder. */
const sources = (folder: 'src' | 'test'): readonly { readonly path: string; readonly text: string }[] => {
  const root = new URL(`../${folder}/`, import.meta.url)
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => ({ path, text: readFileSync(new URL(path, root), 'utf8') }))
}

const vectors = allVectors()
const codes = Object.keys(CODES) as (keyof typeof CODES)[]
const src = sources('src').filter(({ path }) => path !== 'errors.ts')

describe('the table of codes', () => {
  it('has every code that a refusal in src carries', () => {
    const raised = src.flatMap(({ text }) => [...text.matchAll(/\b(?:refuse|AnetError)\(\s*'([^']*)'/g)])
    const unknown = raised.map(([, code]) => code!).filter((code) => !Object.hasOwn(CODES, code))
    expect(raised.length).toBeGreaterThan(40)
    expect(unknown).toEqual([])
  })

  it('has no code that src does not use', () => {
    expect(codes.filter((code) => !src.some(({ text }) => text.includes(`'${code}'`)))).toEqual([])
  })

  it('has no code without a vector or a test, in the areas that have vectors', () => {
    const areas = new Set(vectorFiles.map((path) => path.split('/')[0]))
    // A code may also stand inside an answer, as that of a record that was not appended.
    const expected = JSON.stringify(vectors.map((vector) => vector.expect))
    const tests = sources('test').filter(({ path }) => !/^(errors\.test|documented-codes)\.ts$/.test(path))
    const untested = codes.filter(
      (code) =>
        areas.has(CODES[code].area) &&
        !expected.includes(`"${code}"`) &&
        !tests.some(({ text }) => text.includes(`'${code}'`)),
    )
    expect(areas.size).toBeGreaterThanOrEqual(4)
    expect(untested).toEqual([])
  })
})

describe('the codes of the operations', () => {
  it('are documented for every operation that has vectors, and for none that does not exist', () => {
    const documented = Object.keys(OPERATION_CODES)
    const tested = [...new Set(vectors.map(({ op }) => op))]
    expect(tested.filter((op) => !documented.includes(op))).toEqual([])
    expect(documented.filter((op) => !opNames.includes(op))).toEqual([])
  })

  it('each have a refusing vector', () => {
    const refusing = new Set(
      vectors.map(({ op, expect }) => ('error' in expect ? `${op} ${expect.error}` : '')),
    )
    const without = Object.entries(OPERATION_CODES)
      .flatMap(([op, codes]) => codes.map((code) => `${op} ${code}`))
      .filter((pair) => !refusing.has(pair))
    expect(without).toEqual([])
  })

  it('are all that a vector expects', () => {
    const undocumented = vectors.flatMap(({ id, op, expect }) => {
      if (!('error' in expect) || expect.error === 'BAD_INPUT') return []
      const codes: readonly string[] | undefined = OPERATION_CODES[op]
      return codes?.includes(expect.error) === false ? [`${id}: ${expect.error}`] : []
    })
    expect(undocumented).toEqual([])
  })
})

describe('the codes inside answers', () => {
  /** The codes that the expected answer of a vector states. */
  const stated = (ok: Readonly<Record<string, unknown>>): readonly string[] => {
    const { code, reason, refusal, results } = ok as {
      readonly code?: string
      readonly reason?: string
      readonly refusal?: { readonly code: string }
      readonly results?: readonly string[]
    }
    const appended = (results ?? []).filter((result) => /^[A-Z]/.test(result))
    return [code, reason, refusal?.code, ...appended].filter((one) => one !== undefined)
  }
  const pairs = new Set(
    vectors.flatMap(({ op, expect }) =>
      op in ANSWER_CODES && 'ok' in expect ? stated(expect.ok).map((code) => `${op} ${code}`) : [],
    ),
  )
  const documented = Object.entries(ANSWER_CODES).flatMap(([op, codes]) =>
    codes.map((code) => `${op} ${code}`),
  )

  it('each have a vector', () => {
    expect(documented.filter((pair) => !pairs.has(pair))).toEqual([])
  })

  it('are all that a vector expects', () => {
    expect([...pairs].filter((pair) => !documented.includes(pair))).toEqual([])
  })
})

describe('a refusal', () => {
  it('has a path only where it names one', () => {
    expect(refuse('UNSIGNED', 'why')).toStrictEqual({ ok: false, code: 'UNSIGNED', detail: 'why' })
    expect(refuse('UNSIGNED', 'why', '')).toStrictEqual({
      ok: false,
      code: 'UNSIGNED',
      detail: 'why',
      path: '',
    })
  })

  it('is thrown as an AnetError with its code, detail and path', () => {
    const failing = () => orThrow(refuse('INVALID_CARD', 'why', 'skills[0]'))
    expect(failing).toThrow(AnetError)
    expect(failing).toThrow(
      expect.objectContaining({ name: 'AnetError', code: 'INVALID_CARD', message: 'why', path: 'skills[0]' }),
    )
    expect(new AnetError('UNSIGNED', 'why')).not.toHaveProperty('path')
    expect(orThrow({ ok: true, value: 1 })).toEqual({ ok: true, value: 1 })
  })
})
