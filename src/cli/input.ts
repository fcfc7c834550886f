import { fstatSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { fromBase64 } from '../encoding/base64.js'
import { fromUtf8 } from '../encoding/utf8.js'
import { EXIT, type ExitCode, UncheckedError, UsageError, worstOf } from './command.js'
import { printable, tell } from './output.js'

/** What an input is called that is `-`. */
const nameOf = (path: string): string => (path === '-' ? 'standard input' : path)

/** An input and where it is from. */
export type Input = { readonly name: string; readonly bytes: Uint8Array }

/** The bytes of a file, or of standard input for `-`. */
export const readInput = async (path: string): Promise<Input> => {
  const bytes = path === '-' ? await buffer(process.stdin) : await readFile(path)
  return { name: nameOf(path), bytes: new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length) }
}

/** {@link readInput} of an object: its bytes, which may be written as base64. */
export const readObjectInput = async (path: string): Promise<Input> => {
  const { name, bytes } = await readInput(path)
  return { name, bytes: objectBytes(bytes) }
}

/**
 * Judges the object of each path; of standard input when there is none. What cannot be read is told and was not checked; the
 * others are judged all the same.
 */
export const judgeObjects = async (
  paths: readonly string[],
  judge: (input: Input) => Promise<ExitCode>,
): Promise<ExitCode> => {
  const named = paths.length === 0 ? ['-'] : paths
  assertReadableStdin(named)
  const codes: ExitCode[] = []
  for (const path of named) {
    const input = await readObjectInput(path).catch(async (error: Error) => {
      await tell(`anet-protocol: ${printable(error.message)}\n`)
      return undefined
    })
    codes.push(input === undefined ? EXIT.unchecked : await judge(input))
  }
  return worstOf(codes)
}

/** Standard input can be read once, and not when it is a folder, which would look empty. */
export const assertReadableStdin = (paths: readonly (string | undefined)[]): void => {
  const count = paths.filter((path) => path === '-').length
  if (count > 1) throw new UsageError('standard input (-) is named more than once')
  if (count === 1 && fstatSync(0).isDirectory()) throw new UncheckedError('standard input is a folder')
}

/**
 * The bytes of an object that came raw or as base64 text, in lines or not. No object of the protocol is base64 by chance:
 * JSON starts with a bracket, and a map or list in CBOR with a byte above 0x7f.
 */
export const objectBytes = (bytes: Uint8Array): Uint8Array => {
  const first = bytes[0]
  if (first === undefined || first > 0x7f) return bytes
  const text = fromUtf8(bytes)?.replace(/\s+/g, '')
  return (text === undefined || text === '' ? undefined : fromBase64(text)) ?? bytes
}
