import { writeFile } from 'node:fs/promises'
import { constants } from 'node:os'
import { formatReport, REPORT_FORMATS, type ReportFormat } from '../conformance/format-report.js'
import { type ConformanceReport, isPassing } from '../conformance/report.js'
import { selectVectors } from '../conformance/select.js'
import type { Vector } from '../conformance/vector.js'
import { AnetError } from '../errors.js'
import { type AdapterProcess, startAdapter } from './adapter-process.js'
import { readArguments, readCount } from './arguments.js'
import { type Command, EXIT, UsageError } from './command.js'
import { conformanceText } from './conformance-text.js'
import { driveAdapter } from './drive-adapter.js'
import { print, printable, tell } from './output.js'
import { terminalProgress } from './progress.js'
import { readAllVectors } from './vector-files.js'

export const command: Command = {
  usage: `usage: anet-protocol conformance [options] -- COMMAND [arguments]

Starts an adapter, sends it the conformance vectors and judges its answers. vectors/README.md says what an adapter is.

  --area NAME            only this area; may be given again, or as a list with commas
  --op NAME              only this operation; likewise
  --report FORMAT FILE   also writes a report: json, junit or tap; may be given again
  --in-flight N          the most requests at the adapter at a time, 16 by default
  --timeout SECONDS      how long the adapter may answer nothing while it has a request, 10 by default

An adapter that crashes, hangs or closes its input is started again, and gets the requests it had one by one, to find the
one that did it. Operations it does not support are counted apart. Its standard error is passed on as it is, control
characters too, and it waits when nobody reads that.

Exit code: 0 when something passed and nothing failed, 1 otherwise, 3 when the adapter could not be started at all or a report
could not be written (what came of the run is printed before), 130 after an interrupt, which ends the adapter too; likewise
129 after a hangup and 143 after SIGTERM.
`,
  run: async (args) => {
    const { vectors, reports, inFlight, timeout, adapterCommand } = await readOptions(args)
    let running: AdapterProcess | undefined
    const interrupt = (signal: (typeof SIGNALS)[number]): void => {
      running?.kill()
      process.exit(128 + constants.signals[signal])
    }
    for (const signal of SIGNALS) process.once(signal, interrupt)
    const progress = showProgress(vectors.length)
    const report = await driveAdapter(vectors, {
      start: (events) => {
        running = startAdapter(adapterCommand, events)
        return running
      },
      inFlight,
      timeout,
      onOutcome: ({ status }) => progress.count(status === 'failed'),
    }).finally(() => progress.end())
    for (const signal of SIGNALS) process.off(signal, interrupt)
    let areWritten = true
    try {
      await print(conformanceText(report))
    } finally {
      // Whoever reads only the beginning of the text has the reports all the same.
      for (const file of reports) areWritten = (await writeReport(report, file)) && areWritten
    }
    if (!areWritten) return EXIT.unchecked
    return isPassing(report) ? EXIT.valid : EXIT.invalid
  },
}

/** What would end this process and leave the adapter, which is in a process group of its own. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

type ReportFile = { readonly format: ReportFormat; readonly path: string }

/** Whether it could be written; says why not. */
const writeReport = async (report: ConformanceReport, { format, path }: ReportFile): Promise<boolean> => {
  try {
    await writeFile(path, formatReport(report, format))
    return true
  } catch (error) {
    await tell(
      `anet-protocol conformance: the report ${printable(path)} was not written: ${(error as Error).message}\n`,
    )
    return false
  }
}

type Options = {
  readonly vectors: readonly Vector[]
  readonly reports: readonly ReportFile[]
  readonly inFlight: number
  readonly timeout: number
  readonly adapterCommand: readonly [string, ...string[]]
}

const readOptions = async (args: readonly string[]): Promise<Options> => {
  const end = args.indexOf('--')
  const [name, ...rest] = end === -1 ? [] : args.slice(end + 1)
  if (name === undefined || name === '') throw new UsageError('no adapter: its command stands behind --')
  const { values, positionals } = readArguments(args.slice(0, end), {
    area: { type: 'string', multiple: true, default: [] },
    op: { type: 'string', multiple: true, default: [] },
    report: { type: 'string', multiple: true, default: [] },
    'in-flight': { type: 'string', default: '16' },
    timeout: { type: 'string', default: '10' },
  })
  // parseArgs gives an option one value; the second one of each --report is left as a positional.
  if (positionals.length !== values.report.length) {
    throw new UsageError('--report takes a format and a file; the adapter’s command stands behind --')
  }
  const reports = values.report.map((format, i) => ({ format: readFormat(format), path: positionals[i]! }))
  return {
    vectors: selected(await readAllVectors(), namesOf(values.area), namesOf(values.op)),
    reports,
    inFlight: readCount('in-flight', values['in-flight'], { most: 4096 }),
    timeout: 1000 * readCount('timeout', values.timeout, { most: 86_400 }),
    adapterCommand: [name, ...rest],
  }
}

const namesOf = (lists: readonly string[]): readonly string[] =>
  lists.flatMap((list) => list.split(',')).map((name) => name.trim())

const readFormat = (text: string): ReportFormat => {
  const format = REPORT_FORMATS.find((known) => known === text)
  if (format === undefined) throw new UsageError(`--report is one of ${REPORT_FORMATS.join(', ')}`)
  return format
}

const selected = (
  vectors: readonly Vector[],
  areas: readonly string[],
  ops: readonly string[],
): readonly Vector[] => {
  try {
    const chosen = selectVectors(vectors, { areas, ops })
    if (chosen.length === 0) throw new UsageError('no vector is of one of these areas and operations')
    return chosen
  } catch (error) {
    if (!(error instanceof AnetError)) throw error
    throw new UsageError(`--${error.path === 'areas' ? 'area' : 'op'}: ${error.message}`)
  }
}

/** A bar on a terminal, else a line for every tenth of the vectors. */
const showProgress = (total: number) => {
  let done = 0
  let failed = 0
  const words = (): string => `${done} of ${total} vectors, ${failed} failed`
  const bar = process.stderr.isTTY
    ? terminalProgress('vectors', () => ({ done, total, count: done, words: words() }))
    : undefined
  return {
    count: (hasFailed: boolean): void => {
      done += 1
      if (hasFailed) failed += 1
      const tenths = (count: number): number => Math.floor((10 * count) / total)
      if (bar === undefined && tenths(done) > tenths(done - 1)) void tell(`${words()}\n`)
    },
    end: (): void => bar?.end(),
  }
}
