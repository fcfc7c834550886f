import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { opNames } from '../src/conformance/ops.js'
import { readVectors, type Vector } from '../src/conformance/vector.js'
import { allVectors, readVectorFile, vectorFiles } from './vector-files.js'

const validate = new Ajv2020({ allErrors: true, strict: true, strictTypes: false }).compile(
  readVectorFile('schema.json') as object,
)

/** A vector that refuses something: by an error, or by what an answer says of the object that was judged. */
const isRefusal = ({ expect }: Vector): boolean => {
  if ('error' in expect) return true
  const { valid, verdict, decision, results, state } = expect.ok
  return (
    valid === false ||
    ['refused', 'unverified', 'mismatch'].includes(verdict as string) ||
    ['refuse', 'ask'].includes(decision as string) ||
    state === 'QUARANTINED' ||
    (Array.isArray(results) && results.some((result) => /^[A-Z_]+$/.test(result)))
  )
}

describe('every vector file', () => {
  it.each(vectorFiles)('%s satisfies the schema', (path) => {
    validate(readVectorFile(path))
    expect(validate.errors ?? []).toEqual([])
  })

  it.each(vectorFiles)('%s states the area of its folder', (path) => {
    expect((readVectorFile(path) as { readonly area: string }).area).toBe(path.split('/')[0])
  })
})

describe('the schema', () => {
  const vector = { id: 'cid.of/x', description: 'x', op: 'cid.of', input: {}, expect: { ok: {} } }
  const file = { $schema: '../schema.json', area: 'encoding', description: 'x', vectors: [vector] }

  it.each([
    ['a sound file', {}, true],
    ['no vectors', { vectors: [] }, false],
    ['an unknown area', { area: 'else' }, false],
    ['both ok and error', { vectors: [{ ...vector, expect: { ok: {}, error: 'X' } }] }, false],
    ['an id that is no slug', { vectors: [{ ...vector, id: 'cid.of/X y' }] }, false],
    ['base64 with stray bits', { vectors: [{ ...vector, input: { bytesB64: 'AB==' } }] }, false],
    ['upper-case hex', { vectors: [{ ...vector, input: { deep: [{ aHex: 'AA' }] } }] }, false],
  ])('judges %s', (_, change, isValid) => {
    expect(validate({ ...file, ...change })).toBe(isValid)
  })
})

describe('all vectors', () => {
  const vectors = allVectors()

  it('have ids that are unique over all files and begin with the operation', () => {
    const seen = new Set<string>()
    const wrong = vectors.filter(({ id, op }) => seen.has(id) || !seen.add(id) || !id.startsWith(`${op}/`))
    expect(wrong.map(({ id }) => id)).toEqual([])
  })

  it('name operations that are known', () => {
    expect([...new Set(vectors.map(({ op }) => op))].filter((op) => !opNames.includes(op))).toEqual([])
  })

  it('refuse at least as often as they accept, in each area', () => {
    const counts: Record<string, { refusals: number; successes: number }> = {}
    for (const path of vectorFiles) {
      const area = path.split('/')[0]!
      const count = counts[area] ?? { refusals: 0, successes: 0 }
      counts[area] = count
      for (const vector of readVectors(readVectorFile(path))) {
        count[isRefusal(vector) ? 'refusals' : 'successes'] += 1
      }
    }
    const lenient = Object.entries(counts).filter(([, { refusals, successes }]) => refusals < successes)
    expect(lenient, `refusals and successes: ${JSON.stringify(counts)}`).toEqual([])
  })
})
