import { access, constants, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import * as z from 'zod/mini'
import type { HighWaterMark } from '../card/high-water.js'
import { parseUint64 } from '../encoding/decimal.js'
import { fromHex, toHex } from '../encoding/hex.js'
import { parsePlainJson } from '../encoding/plain-json.js'
import { UncheckedError } from './command.js'

/** The newest card seen of an agent, and the event of its log that made the key current which signed it. */
export type Mark = HighWaterMark & { readonly keySince: number; readonly eventId: string }

/** The marks of agents, by AID. */
export type HighWaterMarks = Map<string, Mark>

/** Marks at work: those of a file, and whether one moved since. */
export type StoredMarks = { readonly marks: HighWaterMarks; hasMoved: boolean }

const markLine = z.object({
  aid: z.string(),
  seq: z.string(),
  payloadHashHex: z.string(),
  keySince: z.int().check(z.nonnegative()),
  eventId: z.string(),
})

/** Reads a file of marks, to be written again when the run ends; undefined when there is no such file. */
export const readHighWaterFile = async (path: string): Promise<HighWaterMarks | undefined> => {
  const { target, isFile } = await targetOf(path)
  if (!isFile) throw new UncheckedError(`${path} is no file`)
  await access(dirname(target), constants.W_OK) // else the run would fail when it is done
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  const marks: HighWaterMarks = new Map()
  for (const [i, line] of text.split('\n').entries()) {
    if (line === '') continue
    const mark = markOf(line)
    if (mark === undefined) throw new UncheckedError(`${path}:${i + 1}: no mark`)
    if (marks.has(mark.aid)) throw new UncheckedError(`${path}:${i + 1}: a second mark of this agent`)
    marks.set(mark.aid, mark)
  }
  return marks
}

const markOf = (line: string): ({ readonly aid: string } & Mark) | undefined => {
  const read = z.safeParse(markLine, parsePlainJson(line))
  if (!read.success) return undefined
  const { aid, keySince, eventId } = read.data
  const seq = parseUint64(read.data.seq)
  const payloadHash = fromHex(read.data.payloadHashHex)
  return seq === undefined || payloadHash?.length !== 32
    ? undefined
    : { aid, seq, payloadHash, keySince, eventId }
}

/** How many marks are written at a time. */
const CHUNK = 4096

/**
 * Replaces a file of marks as a whole: they are written beside it, brought to the disk and then renamed, so that a crash
 * at any moment leaves the old file or the new one.
 */
export const writeHighWaterFile = async (path: string, marks: HighWaterMarks): Promise<void> => {
  const { target, mode } = await targetOf(path)
  const written = `${target}.tmp`
  try {
    const file = await open(written, 'w')
    try {
      if (mode !== undefined) await file.chmod(mode)
      for (const chunk of chunksOf(marks)) await file.writeFile(chunk)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(written, target)
  } catch (error) {
    await rm(written, { force: true })
    throw error
  }
  const folder = await open(dirname(target), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Where a path leads, for a link too, and what is there. */
const targetOf = async (path: string) => {
  const target = await realpath(path).catch(() => path)
  const found = await stat(target).catch(() => undefined)
  return { target, isFile: found === undefined || found.isFile(), mode: found?.mode }
}

function* chunksOf(marks: HighWaterMarks): Generator<string> {
  let lines: string[] = []
  for (const [aid, { seq, payloadHash, keySince, eventId }] of marks) {
    const mark = { aid, seq: `${seq}`, payloadHashHex: toHex(payloadHash), keySince, eventId }
    lines.push(`${JSON.stringify(mark)}\n`)
    if (lines.length < CHUNK) continue
    yield lines.join('')
    lines = []
  }
  yield lines.join('')
}
