import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { fromBase64 } from '../encoding/base64.js'
import { fromUtf8 } from '../encoding/utf8.js'
import { UsageError } from './command.js'

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

/** {@link readObjectInput} for each path; standard input when there is none. */
export const readObjectInputs = async (paths: readonly string[]): Promise<readonly Input[]> => {
  assertOneStdin(paths)
  return Promise.all((paths.length === 0 ? ['-'] : paths).map(readObjectInput))
}

/** Standard input can be read once. */
export const assertOneStdin = (paths: readonly (string | undefined)[]): void => {
  if (paths.filter((path) => path === '-').length > 1) {
    throw new UsageError('standard input (-) is named more than once')
  }
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
