import { spawn } from 'node:child_process'
import { StringDecoder } from 'node:string_decoder'

/** The longest line an adapter may write, UTF-16 units. */
const MAX_LINE = 16 * 2 ** 20

/** How much of an adapter's last words is kept for the report of its end. */
const LAST_WORDS = 2_000

/** What an adapter does, as it happens. */
export type AdapterEvents = {
  readonly onLine: (line: string) => void
  /** The adapter writes a line that is longer than any answer. */
  readonly onEndlessLine: () => void
  /** The adapter ended, and everything it wrote was read; nothing comes after this. */
  readonly onEnd: (end: AdapterEnd) => void
}

/** How an adapter ended, in words; `isClean` when it ended by itself with status 0. */
export type AdapterEnd = {
  readonly isClean: boolean
  readonly detail: string
  /** The command could not be started. */
  readonly wasStarted: boolean
}

/** A running adapter. */
export type AdapterProcess = {
  readonly send: (line: string) => void
  /** Closes the adapter's standard input. */
  readonly close: () => void
  /** Ends the adapter and what it started, at once. */
  readonly kill: () => void
}

/** Starts an adapter. Its standard error is passed on. */
export const startAdapter = (
  [command, ...args]: readonly [string, ...string[]],
  events: AdapterEvents,
): AdapterProcess => {
  // A process group of its own, so that what a wrapper such as a shell started ends with it.
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'], detached: true })
  let startFault: string | undefined
  let lastWords = ''
  child.on('error', (error) => {
    startFault ??= error.message
  })
  // Whoever stops reading has ended, or will; that is reported by its end.
  child.stdin.on('error', () => undefined)
  child.stderr.on('data', (chunk: Buffer) => {
    process.stderr.write(chunk)
    lastWords = (lastWords + chunk.toString()).slice(-LAST_WORDS)
  })
  readLines(child.stdout, events)
  child.on('close', (status, signal) => {
    const wasStarted = child.pid !== undefined
    const how = signal === null ? `ended with status ${status}` : `was ended by ${signal}`
    const said = lastWords.trim() === '' ? '' : `; its last words: ${lastWords.trim()}`
    events.onEnd({
      isClean: wasStarted && status === 0,
      detail: wasStarted ? `the adapter ${how}${said}` : `the adapter could not be started: ${startFault}`,
      wasStarted,
    })
  })
  return {
    send: (line) => child.stdin.write(`${line}\n`),
    close: () => child.stdin.end(),
    kill: () => {
      if (child.pid === undefined) return
      try {
        process.kill(-child.pid, 'SIGKILL')
      } catch {
        child.kill('SIGKILL')
      }
      child.stdout.destroy()
      child.stderr.destroy()
    },
  }
}

const readLines = (stdout: NodeJS.ReadableStream, { onLine, onEndlessLine }: AdapterEvents): void => {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  stdout.on('data', (chunk: Buffer) => {
    const lines = decoder.write(chunk).split('\n')
    lines[0] = rest + lines[0]
    rest = lines.pop()!
    for (const line of lines) onLine(line.replace(/\r$/, ''))
    if (rest.length > MAX_LINE) {
      rest = ''
      onEndlessLine()
    }
  })
  stdout.on('end', () => {
    if (rest !== '') onLine(rest)
  })
}
