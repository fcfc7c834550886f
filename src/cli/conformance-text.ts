import type { Outcome } from '../conformance/outcome.js'
import { type ConformanceReport, isPassing, tallyByArea } from '../conformance/report.js'
import { printable } from './output.js'

/** The longest value that is shown whole; a report file has everything. */
const MAX_SHOWN = 4_000

/** Every failure, a table of the areas, and the verdict. */
export const conformanceText = (report: ConformanceReport): string =>
  [
    ...report.outcomes.map(failureText),
    notRunText(report),
    ...report.faults.map(({ kind, detail }) => `FAILED adapter, ${kind}: ${printable(detail)}\n`),
    tableText(report),
    verdictText(report),
  ].join('')

const failureText = (outcome: Outcome): string => {
  if (outcome.status !== 'failed' || outcome.kind === 'not-run') return ''
  const { vector, kind, detail, received } = outcome
  const { id, op, input, description, expect } = vector
  const came = received === undefined ? 'nothing' : shown(received)
  return (
    `FAILED ${id}, ${kind}: ${printable(detail)}\n  about     ${printable(description)}\n` +
    `  sent      ${shown({ id, op, input })}\n  expected  ${shown(expect)}\n  received  ${came}\n`
  )
}

/** There may be thousands, and nothing was sent of them. */
const notRunText = ({ outcomes }: ConformanceReport): string => {
  const { length } = outcomes.filter((outcome) => outcome.status === 'failed' && outcome.kind === 'not-run')
  return length === 0 ? '' : `FAILED ${length} vectors were not run\n`
}

const shown = (value: unknown): string => {
  const text = typeof value === 'string' ? printable(value) : printable(JSON.stringify(value))
  if (text.length <= MAX_SHOWN) return text
  return `${text.slice(0, MAX_SHOWN)}… and ${text.length - MAX_SHOWN} characters more`
}

const COLUMNS = ['passed', 'failed', 'unsupported'] as const

const tableText = (report: ConformanceReport): string => {
  const tallies = tallyByArea(report)
  const sum = (column: (typeof COLUMNS)[number]): number =>
    tallies.reduce((total, tally) => total + tally[column], 0)
  const total = {
    area: 'total',
    passed: sum('passed'),
    failed: sum('failed'),
    unsupported: sum('unsupported'),
  }
  const rows = [...tallies, total].map(
    (tally) =>
      `${tally.area.padEnd(10)}${COLUMNS.map((column) => `${tally[column]}`.padStart(column.length + 2)).join('')}\n`,
  )
  return `${'area'.padEnd(10)}${COLUMNS.map((column) => `  ${column}`).join('')}\n${rows.join('')}`
}

const verdictText = (report: ConformanceReport): string => {
  if (isPassing(report)) return 'passed\n'
  const { outcomes, faults } = report
  const failed = outcomes.filter(({ status }) => status === 'failed').length
  if (failed + faults.length === 0) return 'failed: nothing ran that the adapter supports\n'
  return `failed: ${failed} of ${outcomes.length} vectors, ${faults.length} faults of the adapter\n`
}
