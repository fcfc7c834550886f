import { unicodeEscapes } from '../encoding/unicode-escape.js'

/** Writes to a standard stream and waits until it took everything; rejects when the reader is gone. */
const writeTo = (stream: NodeJS.WriteStream, text: string | Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    stream.write(text, (error) => (error ? reject(error) : resolve()))
  })

/** Writes results: text, or its UTF-8 bytes. */
export const print = (text: string | Uint8Array): Promise<void> => writeTo(process.stdout, text)

/** Writes what is about the run: summaries, progress, complaints. A reader of it who is gone stops nothing. */
export const tell = (text: string): Promise<void> => writeTo(process.stderr, text).catch(() => undefined)

/** Prints an object as one line of JSON; integers beyond 2^53 are decimal strings. */
export const printJson = (value: object): Promise<void> => print(`${jsonText(value)}\n`)

/** JSON with each bigint as a decimal string. */
export const jsonText = (value: unknown): string =>
  JSON.stringify(value, (_, member) => (typeof member === 'bigint' ? `${member}` : member))

/**
 * A stranger's text for a terminal: control characters, and those that turn the direction of writing, as escapes, so that
 * a name can neither move the cursor nor hide what follows.
 */
export const printable = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, unicodeEscapes)

/** Rows of a name and a value, indented, the values below each other. */
export const rowsText = (rows: readonly (readonly [name: string, value: string])[]): string => {
  const width = rows.reduce((widest, [name]) => Math.max(widest, name.length), 0)
  return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${printable(value)}\n`).join('')
}

/** Unix milliseconds with the date beside them, where there is one. */
export const timeText = (time: bigint): string => {
  const date = new Date(Number(time))
  return Number.isNaN(date.getTime()) ? `${time}` : `${time} (${date.toISOString()})`
}
