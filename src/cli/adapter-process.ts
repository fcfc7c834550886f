import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { fromUtf8 } from '../encoding/utf8.js'

/** The longest line an adapter may write, bytes. */
const MAX_LINE = 16 * 2 ** 20

/** How much of an adapter's last words is kept for the report of its end. */
const LAST_WORDS = 2_000

/** How long what an adapter left in its pipes is read when another process holds them open, milliseconds. */
const GRACE = 500

const LINE_FEED = 0x0a

/** What an adapter does, as it happens. */
export type AdapterEvents = {
  readonly onLine: (line: string) => void
  /** What the adapter writes is no line of text; it is given as far as it can be read. */
  readonly onBrokenLine: (text: string, why: string) => void
  /** The adapter writes a line that is longer than any answer. */
  readonly onEndlessLine: () => void
  /** What was sent did not reach the adapter: its standard input is closed. */
  readonly onInputClosed: () => void
  /** The adapter ended, and everything it wrote was read; nothing comes after this. */
  readonly onEnd: (end: AdapterEnd) => void
}

/** How an adapter ended, in words; `isClean` when it ended by itself with status 0. */
export type AdapterEnd = {
  readonly isClean: boolean
  readonly detail: string
  /** False when the command could not be started; `detail` says why. */
  readonly wasStarted: boolean
}

/** A running adapter. */
export type AdapterProcess = {
  readonly send: (line: string) => void
  /** Closes the adapter's standard input. */
  readonly close: () => void
  /** Ends the adapter and what it started, at once. */
  readonly kill: () => void
  /** False once it ended, though what it wrote may still be read. */
  readonly isRunning: () => boolean
}

/** Starts an adapter. Its standard error is passed on as it is, no faster than it is read. */
export const startAdapter = (
  command: readonly [string, ...string[]],
  events: AdapterEvents,
): AdapterProcess => {
  const child = spawned(command)
  if (child instanceof Error) {
    setImmediate(() => events.onEnd(notStarted(child)))
    return NEVER_STARTED
  }
  if (child.pid === undefined) {
    child.once('error', (error) => events.onEnd(notStarted(error)))
    return NEVER_STARTED
  }
  const group = -child.pid
  let wasKilled = false
  // Only of signals that could not be sent; its end is reported however it comes.
  child.on('error', () => undefined)
  // Whoever stops reading is told of where something is sent.
  child.stdin.on('error', () => undefined)
  const kill = (): void => {
    wasKilled = true
    try {
      process.kill(group, 'SIGKILL')
    } catch {
      child.kill('SIGKILL')
    }
    child.stdout.destroy()
    child.stderr.destroy()
  }
  const lastWords = passOn(child.stderr)
  const endLines = readLines(child.stdout, events)
  onceEnded(child, (how, isClean) => {
    if (!wasKilled) endLines()
    const said = lastWords() === '' ? '' : `; its last words: ${lastWords()}`
    events.onEnd({ isClean, detail: `the adapter ${how}${said}`, wasStarted: true })
    // Another process holds its pipes.
    if (!wasKilled && (!child.stdout.closed || !child.stderr.closed)) kill()
  })
  return {
    send: (line) =>
      child.stdin.write(`${line}\n`, (error) => {
        if (error) events.onInputClosed()
      }),
    close: () => child.stdin.end(),
    kill,
    isRunning: () => isRunning(child),
  }
}

const spawned = ([command, ...args]: readonly [string, ...string[]]):
  | ChildProcessWithoutNullStreams
  | Error => {
  try {
    // A process group of its own, so that what a wrapper such as a shell started ends with it.
    return spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'], detached: true })
  } catch (error) {
    return error as Error
  }
}

const notStarted = ({ message }: Error): AdapterEnd => ({
  isClean: false,
  detail: message,
  wasStarted: false,
})

const NEVER_STARTED: AdapterProcess = {
  send: () => undefined,
  close: () => undefined,
  kill: () => undefined,
  isRunning: () => false,
}

const isRunning = ({ exitCode, signalCode }: ChildProcessWithoutNullStreams): boolean =>
  exitCode === null && signalCode === null

/** Says how a process ended, once what it wrote was read: its pipes may stay open in another process. */
const onceEnded = (
  child: ChildProcessWithoutNullStreams,
  tell: (how: string, isClean: boolean) => void,
): void => {
  let grace: NodeJS.Timeout | undefined
  let isTold = false
  const end = (): void => {
    clearTimeout(grace)
    if (isTold) return
    isTold = true
    const { exitCode, signalCode } = child
    tell(signalCode === null ? `ended with status ${exitCode}` : `was ended by ${signalCode}`, exitCode === 0)
  }
  child.on('exit', () => {
    // A timer may be due before the pipes were looked at; after an immediate they were.
    grace = setTimeout(() => setImmediate(end), GRACE)
  })
  child.on('close', end)
}

/** Passes standard error on; gives what was last said on it. */
const passOn = (stderr: NodeJS.ReadableStream): (() => string) => {
  let lastWords = ''
  stderr.on('data', (chunk: Buffer) => {
    lastWords = (lastWords + chunk.toString()).slice(-LAST_WORDS)
    stderr.pause()
    // Also called when the reader is gone, who stops nothing.
    process.stderr.write(chunk, () => stderr.resume())
  })
  return () => lastWords.trim()
}

/** Reads lines, each ended by a line feed; gives what is to be called at the end. */
const readLines = (
  stdout: NodeJS.ReadableStream,
  { onLine, onBrokenLine, onEndlessLine }: AdapterEvents,
): (() => void) => {
  /** The beginning of the line that the last chunk ended in. */
  const started: Buffer[] = []
  let length = 0
  const add = (part: Buffer): void => {
    started.push(part)
    length += part.length
    if (length > MAX_LINE) onEndlessLine()
  }
  const take = (): Buffer => {
    length = 0
    return Buffer.concat(started.splice(0))
  }
  stdout.on('data', (chunk: Buffer) => {
    let start = 0
    for (;;) {
      const end = chunk.indexOf(LINE_FEED, start)
      if (end === -1) break
      add(chunk.subarray(start, end))
      const line = take()
      const text = fromUtf8(line)
      if (text === undefined) onBrokenLine(line.toString(), 'no UTF-8')
      else onLine(text)
      start = end + 1
    }
    if (start < chunk.length) add(chunk.subarray(start))
  })
  return () => {
    if (length > 0) onBrokenLine(take().toString(), 'no line feed at the end')
  }
}
