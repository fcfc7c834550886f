import { describe, expect, it } from 'vitest'
import { matches } from '../src/conformance/answer.js'
import { answer } from '../src/conformance/ops.js'
import { vectorFiles, vectorsIn } from './vector-files.js'

describe.each(vectorFiles)('%s', (path) => {
  it.each(vectorsIn(path).map((vector) => [vector.id, vector] as const))('%s', (_, vector) => {
    const given = answer(vector.op, vector.input)
    // On failure the assertion shows both; matches() decides, so that an answer may hold more than the vector expects.
    if (!matches(vector.expect, given)) expect(given).toEqual(vector.expect)
  })
})
