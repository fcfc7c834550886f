import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'

/** The command line, as `npm test` built it. */
export const MAIN = fileURLToPath(new URL('../../dist/node/cli-main.js', import.meta.url))

export type Ended = { readonly code: number | null; readonly stdout: string; readonly stderr: string }

/** Starts the command line. */
export const start = (...args: readonly string[]): ChildProcessWithoutNullStreams =>
  spawn(process.execPath, [MAIN, ...args])

/** Runs the command line to its end, with some input. */
export const run = async (args: readonly string[], input: string | Uint8Array = ''): Promise<Ended> =>
  endOf(start(...args), input)

/** Gives a process its input, and waits for its end. */
export const endOf = async (
  child: ChildProcessWithoutNullStreams,
  input: string | Uint8Array = '',
): Promise<Ended> => {
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const [code, stdout, stderr] = await Promise.all([
    new Promise<number | null>((resolve) => child.on('close', resolve)),
    text(child.stdout),
    text(child.stderr),
  ])
  return { code, stdout, stderr }
}

/** A folder that is gone after the tests of the file. */
export const temporaryFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'anet-protocol-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return {
    folder,
    /** Writes a file and gives its path. */
    write: (name: string, content: string | Uint8Array): string => {
      const path = join(folder, name)
      writeFileSync(path, content)
      return path
    },
  }
}
