import { type CardLine, judgeCardLine } from './card-line.js'
import { linesOf } from './line-batches.js'

/** What became of the lines of a batch, in a form that is cheap to hand to another thread. */
export type CardBatchResult = {
  /** The result lines, each with its line feed, as UTF-8; in the memory of the batch, if they fit. */
  readonly text: Uint8Array<ArrayBuffer>
  /** The code of each line. */
  readonly codes: readonly string[]
  /** The lines that could not be read, by their place in the batch, from 0. */
  readonly broken: readonly { readonly at: number; readonly why: string }[]
  /** What the card of each line states of its agent; empty when nobody asked. */
  readonly statements: readonly CardLine['statement'][]
  /** Of the input, bytes. */
  readonly size: number
}

/** How lines are judged. */
export type CardJudgement = {
  /** Unix milliseconds. */
  readonly now: bigint
  readonly withStatements: boolean
}

/** Judges a batch of lines, whose memory it takes over. */
export const judgeCardBatch = (
  batch: Uint8Array<ArrayBuffer>,
  { now, withStatements }: CardJudgement,
): CardBatchResult => {
  const judged: CardLine[] = []
  for (const line of linesOf(batch)) judged.push(judgeCardLine(line, now))
  return {
    text: encoded(judged.map(({ result }) => `${result}\n`).join(''), batch.buffer),
    codes: judged.map(({ code }) => code),
    broken: judged.flatMap(({ broken }, at) => (broken === undefined ? [] : [{ at, why: broken }])),
    statements: withStatements ? judged.map(({ statement }) => statement) : [],
    size: batch.length,
  }
}

const encoder = new TextEncoder()

const encoded = (text: string, memory: ArrayBuffer): Uint8Array<ArrayBuffer> => {
  const { read, written } = encoder.encodeInto(text, new Uint8Array(memory))
  return read === text.length ? new Uint8Array(memory, 0, written) : encoder.encode(text)
}
