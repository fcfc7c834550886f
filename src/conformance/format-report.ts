import { unicodeEscapes } from '../encoding/unicode-escape.js'
import type { Outcome } from './outcome.js'
import { type ConformanceReport, isPassing, tallyByArea } from './report.js'

/** The formats of a written report. */
export const REPORT_FORMATS = ['json', 'junit', 'tap'] as const

/** A format of {@link REPORT_FORMATS}. */
export type ReportFormat = (typeof REPORT_FORMATS)[number]

/**
 * A report as text: `json`, an object with everything; `junit`, the XML that build servers read, a test suite for each area
 * and one for the adapter's faults; `tap`, the Test Anything Protocol, version 14. An unsupported operation is a skipped test.
 *
 * @example
 * ```ts
 * import { Conformance } from 'anet-protocol'
 *
 * Conformance.formatReport({ outcomes: [], faults: [] }, 'tap') // 'TAP version 14\n1..0\n'
 * ```
 */
export const formatReport = (report: ConformanceReport, format: ReportFormat): string =>
  FORMATS[format](report)

type Failed = Extract<Outcome, { readonly status: 'failed' }>

const isFailed = (outcome: Outcome): outcome is Failed => outcome.status === 'failed'

const json = (report: ConformanceReport): string => {
  const outcomes = report.outcomes.map((outcome) => {
    const { id, area, op, input, expect } = outcome.vector
    const shown = { id, area, op, status: outcome.status }
    if (!isFailed(outcome)) return shown
    const { kind, detail, received } = outcome
    return { ...shown, kind, detail, input, expect, ...(received === undefined ? {} : { received }) }
  })
  const { faults } = report
  return `${JSON.stringify({ passed: isPassing(report), areas: tallyByArea(report), faults, outcomes }, null, 2)}\n`
}

/** What was sent, expected and received, a line each. */
const linesOf = ({ vector, received }: Failed): readonly string[] => [
  `sent: ${JSON.stringify({ id: vector.id, op: vector.op, input: vector.input })}`,
  `expected: ${JSON.stringify(vector.expect)}`,
  `received: ${received === undefined ? 'nothing' : typeof received === 'string' ? received : JSON.stringify(received)}`,
]

const junit = (report: ConformanceReport): string => {
  const suites = tallyByArea(report).map(({ area, passed, failed, unsupported }) => {
    const cases = report.outcomes.filter(({ vector }) => vector.area === area).map(junitCase)
    const counts = `tests="${passed + failed + unsupported}" failures="${failed}" skipped="${unsupported}"`
    return `  <testsuite name="${xml(area)}" ${counts}>\n${cases.join('')}  </testsuite>\n`
  })
  const faults = report.faults.map(
    ({ kind, detail }) =>
      `    <testcase classname="adapter" name="${xml(kind)}"><failure message="${xml(detail)}"/></testcase>\n`,
  )
  if (faults.length > 0) {
    const counts = `tests="${faults.length}" failures="${faults.length}" skipped="0"`
    suites.push(`  <testsuite name="adapter" ${counts}>\n${faults.join('')}  </testsuite>\n`)
  }
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join('')}</testsuites>\n`
}

const junitCase = (outcome: Outcome): string => {
  const { id, op } = outcome.vector
  const head = `    <testcase classname="${xml(op)}" name="${xml(id)}"`
  switch (outcome.status) {
    case 'passed':
      return `${head}/>\n`
    case 'unsupported':
      return `${head}><skipped message="unsupported"/></testcase>\n`
    case 'failed': {
      const { kind, detail } = outcome
      const text = xml(linesOf(outcome).join('\n'))
      return `${head}><failure type="${kind}" message="${xml(detail)}">${text}</failure></testcase>\n`
    }
  }
}

/** Text inside XML 1.0, in an attribute too; what XML cannot hold is written as an escape of JSON. */
const xml = (text: string): string =>
  text
    .toWellFormed()
    .replace(
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML 1.0 does not allow
      /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g,
      unicodeEscapes,
    )
    .replace(/[&<>"\n\r\t]/g, (character) => `&#${character.charCodeAt(0)};`)

const tap = ({ outcomes, faults }: ConformanceReport): string => {
  const points = [
    ...outcomes.map(tapPoint),
    ...faults.map(({ kind, detail }) => ({ ok: false, text: `adapter ${kind}`, below: [detail] })),
  ]
  const lines = points.flatMap(({ ok, text, below }, i) => [
    `${ok ? 'ok' : 'not ok'} ${i + 1} - ${text}`,
    ...(below.length === 0 ? [] : ['  ---', ...below.map((line) => `  - ${yaml(line)}`), '  ...']),
  ])
  return ['TAP version 14', `1..${points.length}`, ...lines, ''].join('\n')
}

/** A text of YAML in quotes: JSON's, with escapes for what YAML cannot hold or takes as the end of a line. */
const yaml = (text: string): string =>
  JSON.stringify(text).replace(/[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g, unicodeEscapes)

const tapPoint = (
  outcome: Outcome,
): { readonly ok: boolean; readonly text: string; readonly below: readonly string[] } => {
  const text = outcome.vector.id.replace(/[\\#]/g, '\\$&').replace(/\s/g, ' ')
  switch (outcome.status) {
    case 'passed':
      return { ok: true, text, below: [] }
    case 'unsupported':
      return { ok: true, text: `${text} # SKIP unsupported`, below: [] }
    case 'failed':
      return { ok: false, text, below: [`${outcome.kind}: ${outcome.detail}`, ...linesOf(outcome)] }
  }
}

const FORMATS: Readonly<Record<ReportFormat, (report: ConformanceReport) => string>> = { json, junit, tap }
