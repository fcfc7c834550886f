import { stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { readArguments, readCount, readNow } from './arguments.js'
import { MAX_CARD_LINE, VALID } from './card-line.js'
import { withMarks } from './card-marks.js'
import { type CardWorkers, startCardWorkers } from './card-workers.js'
import { type Command, EXIT, type ExitCode } from './command.js'
import { fileChunks } from './file-chunks.js'
import { readHighWaterFile, type StoredMarks, writeHighWaterFile } from './high-water-file.js'
import { inOrder } from './in-order.js'
import { assertReadableStdin } from './input.js'
import { lineBatches } from './line-batches.js'
import { print, printable, tell } from './output.js'
import { terminalProgress } from './progress.js'
import { newSpareBuffers } from './spare-buffers.js'

export const command: Command = {
  usage: `usage: anet-protocol verify-cards [--jobs N] [--now TIME] [--high-water FILE] [CARDS ...]

Verifies agent cards in bulk, as a filter: one JSON object a line in, one a line out, in the same order. CARDS is a file
of any size, or - for standard input, which is also read when there is none; several are read one after another. The
results for a file are the results for its pieces one after another (state --now, so that all are judged as of one time).

  --jobs N           worker threads; as many as the machine has processors by default
  --now TIME         unix milliseconds, or a date as in 2026-01-01T00:00:00Z; when the run starts by default
  --high-water FILE  the newest card seen of each agent: an older card, or another with the same seq, is refused, and a
                     newer one moves its agent's mark; so is a card whose log lacks a rotation that was seen before
                     (KEL_ROLLBACK, KEL_FORK), for a retired key may have signed it. For public cards alone

Input line:   {"card": {…}, "kel": "…"}  or  {"cardB64": "…", "kelB64": "…"}
  The card as JSON, judged exactly as it is spelled, or its bytes in standard base64; the agent's key event log in
  standard base64. kel and kelB64 are the same. A log that is null or left out could not be had. Other members are
  ignored; a line is at most ${MAX_CARD_LINE} bytes.

Result line:  {"ok":true,"aid","keyStateSeq","seq","issuedAt","notBefore","payloadHashHex","canonicalForm","name",
               "skillIds","charge","mark"?}  with --high-water, mark is "advance" or "same"
         or:  {"ok":false,"code","detail","path"?,"claimedAid"?}
  A line that cannot be read, an empty one too, has the code BAD_INPUT, and its number goes to standard error.

FILE has a line {"aid","seq","payloadHashHex","keySince","eventId"} an agent: the newest card, and the event of the log since
which its key is current. It is replaced as a whole when the run ends, fails or is interrupted (SIGINT, SIGTERM): after a crash
it is the old one or the new one. Its folder must be writable; FILE.tmp is used in between. Two runs must not share one; a division of the work over several marks files
must keep all cards of an agent together.

A summary by code goes to standard error, with a bar while it runs when that is a terminal.

Exit code: 0 when every card is valid, 1 when one is not, 3 when none is invalid and one could not be checked
(KEL_UNAVAILABLE). SIGINT and SIGTERM end it by the signal, 130 and 143 in a shell: the results so far are whole lines.
`,
  run: async (args) => {
    const { values, positionals } = readArguments(args, {
      jobs: { type: 'string', default: `${availableParallelism()}` },
      now: { type: 'string' },
      'high-water': { type: 'string' },
    })
    const paths = positionals.length === 0 ? ['-'] : positionals
    assertReadableStdin(paths)
    const jobs = readCount('jobs', values.jobs, { most: 256 })
    const now = readNow(values.now)
    const marksPath = values['high-water']
    const marks = marksPath === undefined ? undefined : await readMarks(marksPath)
    const total = await sizeOf(paths)
    const workers = startCardWorkers(jobs, { now, withStatements: marks !== undefined })
    const run = newRun(marks)
    const bar = process.stderr.isTTY
      ? terminalProgress('cards', () => ({ done: run.bytes, total, count: run.lines, words: wordsOf(run) }))
      : undefined
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        run.interruptedBy = signal
        run.stopWaiting()
      })
    }
    try {
      for (const path of paths) {
        if (run.interruptedBy === undefined) await verifyFile(path, run, { jobs, judge: workers.judge })
      }
    } finally {
      // What was printed of marks that moved is true only once they are written, whatever ended the run.
      if (marksPath !== undefined && run.marks?.hasMoved === true) {
        await writeHighWaterFile(marksPath, run.marks.marks)
      }
      bar?.end()
      await workers.end()
    }
    await tell(summaryOf(run))
    // By the signal itself: to exit would wait for a read that waits for a pipe.
    if (run.interruptedBy !== undefined) process.kill(process.pid, run.interruptedBy)
    return exitOf(run)
  },
}

/** Where a run stands. */
type Run = {
  readonly marks: StoredMarks | undefined
  readonly codes: Map<string, number>
  lines: number
  bytes: number
  interruptedBy: 'SIGINT' | 'SIGTERM' | undefined
  stopWaiting: () => void
}

const newRun = (marks: StoredMarks | undefined): Run => ({
  marks,
  codes: new Map(),
  lines: 0,
  bytes: 0,
  interruptedBy: undefined,
  stopWaiting: () => undefined,
})

const readMarks = async (path: string): Promise<StoredMarks> => {
  const stored = await readHighWaterFile(path)
  if (stored === undefined) await tell(`${printable(path)} does not exist yet: no card was seen before\n`)
  return { marks: stored ?? new Map(), hasMoved: false }
}

/** The bytes of all files; undefined when one of them is no file with a size. */
const sizeOf = async (paths: readonly string[]): Promise<number | undefined> => {
  if (paths.includes('-')) return undefined
  const stats = await Promise.all(paths.map((path) => stat(path)))
  return stats.every((one) => one.isFile()) ? stats.reduce((sum, { size }) => sum + size, 0) : undefined
}

const verifyFile = async (
  path: string,
  run: Run,
  { jobs, judge }: { readonly jobs: number } & Pick<CardWorkers, 'judge'>,
): Promise<void> => {
  const chunks = path === '-' ? process.stdin : fileChunks(path)
  const name = path === '-' ? 'standard input' : path
  const spare = newSpareBuffers()
  let line = 0
  try {
    const batches = inOrder(lineBatches(chunks, MAX_CARD_LINE, spare), 2 * jobs, judge)
    while (run.interruptedBy === undefined) {
      const next = await unlessInterrupted(batches.next(), run)
      if (next === undefined || next.done === true) return
      const batch = next.value
      const { text, codes } = run.marks === undefined ? batch : withMarks(batch, run.marks)
      await print(text)
      spare.giveBack(batch.text.buffer)
      for (const code of codes) run.codes.set(code, (run.codes.get(code) ?? 0) + 1)
      for (const { at, why } of batch.broken) await tell(`${printable(name)}:${line + at + 1}: ${why}\n`)
      line += codes.length
      run.lines += codes.length
      run.bytes += batch.size
    }
  } finally {
    // An open standard input would keep the process alive.
    if (path === '-') process.stdin.destroy()
  }
}

/** What a promise gives, or undefined on an interrupt: a pipe that nobody writes to must not hold up the end of the run. */
const unlessInterrupted = <T>(promise: Promise<T>, run: Run): Promise<T | undefined> =>
  new Promise((resolve, reject) => {
    run.stopWaiting = () => resolve(undefined)
    promise.then(resolve, reject)
  })

const wordsOf = ({ lines, codes }: Run): string => {
  const others = lines - (codes.get(VALID) ?? 0)
  return `${lines.toLocaleString('en')} cards, ${others.toLocaleString('en')} not valid`
}

const summaryOf = ({ lines, codes, interruptedBy }: Run): string => {
  const valid = codes.get(VALID) ?? 0
  const counts = [...codes].filter(([code]) => code !== VALID).sort(([, a], [, b]) => b - a)
  const rows = [['valid', valid] as const, ...counts]
  return (
    `${interruptedBy === undefined ? '' : 'interrupted after '}${lines} cards\n` +
    rows.map(([code, count]) => `  ${code.padEnd(22)} ${count}\n`).join('')
  )
}

const exitOf = ({ codes, lines }: Run): ExitCode => {
  const valid = codes.get(VALID) ?? 0
  if (lines === valid) return EXIT.valid
  return lines === valid + (codes.get('KEL_UNAVAILABLE') ?? 0) ? EXIT.unchecked : EXIT.invalid
}
