import { describe, expect, it } from 'vitest'
import { readAnswerLine } from '../../src/conformance/answer-line.js'
import { formatReport } from '../../src/conformance/format-report.js'
import { answer } from '../../src/conformance/ops.js'
import type { Outcome } from '../../src/conformance/outcome.js'
import { replayVectors } from '../../src/conformance/replay-vectors.js'
import { type ConformanceReport, isPassing, tallyByArea } from '../../src/conformance/report.js'
import { selectVectors } from '../../src/conformance/select.js'
import { allVectors } from '../vector-files.js'

const vectors = allVectors()
const [one, two, three] = vectors as [(typeof vectors)[0], (typeof vectors)[0], (typeof vectors)[0]]

const passed: Outcome = { status: 'passed', vector: one }
const failed: Outcome = { status: 'failed', vector: two, kind: 'hang', detail: '<&">\u0001\ud800' }
const unsupported: Outcome = { status: 'unsupported', vector: three }
const mixed: ConformanceReport = {
  outcomes: [passed, failed, unsupported],
  faults: [{ kind: 'broken-line', detail: 'no JSON' }],
}

describe('replayVectors', () => {
  it('passes this library', async () => {
    const report = await replayVectors(vectors, answer)
    expect(isPassing(report)).toBe(true)
    expect(report.outcomes.map(({ vector }) => vector.id)).toEqual(vectors.map(({ id }) => id))
  })

  it.each([{ ok: {} }, { error: 'BAD_INPUT' }, { unsupported: true } as const])(
    'fails who answers %j to everything, in each area',
    async (same) => {
      for (const area of new Set(vectors.map((vector) => vector.area))) {
        const report = await replayVectors(selectVectors(vectors, { areas: [area], ops: [] }), () => same)
        expect(isPassing(report), area).toBe(false)
      }
    },
  )

  it('takes a promise, and an exception as a crash', async () => {
    expect(isPassing(await replayVectors(vectors.slice(0, 3), async (op, input) => answer(op, input)))).toBe(
      true,
    )
    const throwing = () => {
      throw new RangeError('why')
    }
    expect((await replayVectors([one], throwing)).outcomes).toEqual([
      { status: 'failed', vector: one, kind: 'crash', detail: 'RangeError: why' },
    ])
  })
})

describe('isPassing', () => {
  it.each<[ConformanceReport, boolean]>([
    [{ outcomes: [], faults: [] }, false],
    [{ outcomes: [unsupported], faults: [] }, false],
    [{ outcomes: [passed, unsupported], faults: [] }, true],
    [{ outcomes: [passed, failed], faults: [] }, false],
    [{ outcomes: [passed], faults: [{ kind: 'no-end', detail: '' }] }, false],
  ])('%#', (report, expected) => {
    expect(isPassing(report)).toBe(expected)
  })
})

describe('selectVectors', () => {
  it('takes what is of an area and of an operation', () => {
    const chosen = selectVectors(vectors, { areas: ['encoding', 'task'], ops: ['cid.of', 'card.verify'] })
    expect(new Set(chosen.map(({ area, op }) => `${area} ${op}`))).toEqual(
      new Set(['encoding cid.of', 'task cid.of']),
    )
    expect(selectVectors(vectors, { areas: [], ops: [] })).toEqual(vectors)
  })

  it('refuses what no vector is of', () => {
    const select = (areas: string[], ops: string[]) => () => selectVectors(vectors, { areas, ops })
    expect(select(['x'], [])).toThrow(expect.objectContaining({ code: 'BAD_INPUT', path: 'areas' }))
    expect(select([], ['x'])).toThrow(expect.objectContaining({ code: 'BAD_INPUT', path: 'ops' }))
  })
})

describe('formatReport', () => {
  it('counts by area', () => {
    expect(tallyByArea(mixed)).toEqual([{ area: one.area, passed: 1, failed: 1, unsupported: 1 }])
  })

  it('json has everything of a failure', () => {
    const { outcomes, passed, faults } = JSON.parse(formatReport(mixed, 'json'))
    expect([passed, faults]).toEqual([false, mixed.faults])
    expect(outcomes[1]).toMatchObject({ id: two.id, kind: 'hang', input: two.input, expect: two.expect })
    expect(outcomes[0]).toEqual({ id: one.id, area: one.area, op: one.op, status: 'passed' })
  })

  it('junit is XML whatever the detail', () => {
    const xml = formatReport(mixed, 'junit')
    expect(xml).toContain('message="&#60;&#38;&#34;&#62;\\u0001\ufffd"')
    expect(xml).toContain(`<testsuite name="${one.area}" tests="3" failures="1" skipped="1">`)
    expect(xml).toContain(
      '<testcase classname="adapter" name="broken-line"><failure message="no JSON"/></testcase>',
    )
  })

  it('tap counts faults as tests', () => {
    const lines = formatReport(mixed, 'tap').split('\n')
    expect(lines.filter((line) => /^(not )?ok|^1/.test(line))).toEqual([
      '1..4',
      `ok 1 - ${one.id}`,
      `not ok 2 - ${two.id}`,
      `ok 3 - ${three.id} # SKIP unsupported`,
      'not ok 4 - adapter broken-line',
    ])
  })

  it('tap has no character that YAML does not hold', () => {
    const detail = '\u007f\u0080\u009f\ufffe\uffff\u2028'
    const tap = formatReport({ outcomes: [passed], faults: [{ kind: 'broken-line', detail }] }, 'tap')
    expect(tap).toContain('  - "\\u007f\\u0080\\u009f\\ufffe\\uffff\\u2028"\n')
  })
})

describe('readAnswerLine', () => {
  it.each([
    ['{"id":"a","ok":{}}', 'answer'],
    ['{"id":"a","error":"X","detail":"d","path":"p"}', 'answer'],
    ['{"id":"a","unsupported":true}', 'answer'],
    ['{"id":"a","ok":[]}', 'broken-answer'],
    ['{"id":"a","error":""}', 'broken-answer'],
    ['{"id":"a","unsupported":false}', 'broken-answer'],
    ['{"id":"a","ok":{},"error":"X"}', 'broken-answer'],
    ['{"id":null,"error":"BAD_INPUT"}', 'no-request'],
    ['{"id":1,"ok":{}}', 'broken-line'],
    ['{"id":"b","id":"a","ok":{}}', 'broken-line'],
    ['{"id":"a","ok":{"b":[{"c":1,"\\u0063":1}]}}', 'broken-line'],
    ['{"id":"a","ok":{"b":"\ufffe"}}', 'answer'],
    ['[]', 'broken-line'],
    ['', 'broken-line'],
  ])('%s is: %s', (line, kind) => {
    expect(readAnswerLine(line).kind).toBe(kind)
  })

  it('is broken when more is open than a report could show', () => {
    const nested = (depth: number) => `{"id":"a","ok":{"b":${'['.repeat(depth)}${']'.repeat(depth)}}}`
    expect(readAnswerLine(nested(126)).kind).toBe('answer')
    for (const depth of [127, 100_000]) expect(readAnswerLine(nested(depth)).kind).toBe('broken-line')
  })
})
