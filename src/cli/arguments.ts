import { type ParseArgsConfig, parseArgs } from 'node:util'
import { type Aid, parseAid } from '../identity/aid.js'
import { UsageError } from './command.js'

type Options = NonNullable<ParseArgsConfig['options']>

type Arguments<O extends Options> = ReturnType<
  typeof parseArgs<{ options: O; allowPositionals: true; strict: true }>
>

/** Options and positional arguments, read strictly. */
export const readArguments = <const O extends Options>(args: readonly string[], options: O): Arguments<O> => {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

/** The value of an option that cannot be left out. */
export const required = (name: string, value: string | undefined): string => {
  if (value === undefined) throw new UsageError(`--${name} is missing`)
  return value
}

/** A time: unix milliseconds, or a date with a time zone as in 2026-01-01T00:00:00Z. */
export const readTime = (name: string, text: string): bigint => {
  if (/^\d{1,19}$/.test(text)) return BigInt(text)
  const [, day] = /^(\d{4}-\d{2}-\d{2})T[\d:.]+(?:Z|[+-]\d{2}:\d{2})$/.exec(text) ?? []
  // Date.parse takes February 30 for March 2.
  const isDay = day !== undefined && new Date(day).toJSON()?.startsWith(day) === true
  const time = isDay ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time) || time < 0) {
    throw new UsageError(`--${name} is unix milliseconds, or a date as in 2026-01-01T00:00:00Z`)
  }
  return BigInt(time)
}

/** The time that was given, else that of the machine. */
export const readNow = (text: string | undefined): bigint =>
  text === undefined ? BigInt(Date.now()) : readTime('now', text)

/** A whole number within a range. */
export const readCount = (name: string, text: string, { most }: { readonly most: number }): number => {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (count < 1 || count > most) throw new UsageError(`--${name} is a whole number from 1 to ${most}`)
  return count
}

/** An AID, or the DID of one. */
export const readAid = (name: string, text: string): Aid => {
  const aid = parseAid(text.replace(/^did:anet:/, ''))
  if (aid === undefined) throw new UsageError(`--${name} is an agent's identifier`)
  return aid
}
