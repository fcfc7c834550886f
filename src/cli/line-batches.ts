import type { SpareBuffers } from './spare-buffers.js'

const LINE_FEED = 0x0a

/**
 * Cuts a stream into batches of whole lines, each ended by a line feed, the last one of the stream too. Of a line
 * longer than `maxLine` only `maxLine + 1` bytes are kept, so that its reader sees that it is too long, and a batch is
 * never much longer than a chunk of the stream. A chunk is not looked at again once the next one is asked for.
 */
export async function* lineBatches(
  chunks: AsyncIterable<Uint8Array>,
  maxLine: number,
  { take }: Pick<SpareBuffers, 'take'>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  /** The beginning of the line that the last chunk ended in. */
  let started: Uint8Array = new Uint8Array()
  for await (const chunk of chunks) {
    const first = chunk.indexOf(LINE_FEED)
    if (first === -1) {
      started = joined([started, chunk], allocated).subarray(0, maxLine + 1)
      continue
    }
    const last = chunk.lastIndexOf(LINE_FEED)
    const room = maxLine + 1 - started.length
    const head = chunk.subarray(0, Math.min(first, room))
    yield joined([started, head, chunk.subarray(first, last + 1)], take)
    started = joined([chunk.subarray(last + 1)], allocated)
  }
  if (started.length > 0) yield joined([started, Uint8Array.of(LINE_FEED)], take)
}

const allocated = (length: number): Uint8Array<ArrayBuffer> => new Uint8Array(length)

const joined = (parts: readonly Uint8Array[], take: SpareBuffers['take']): Uint8Array<ArrayBuffer> => {
  const all = take(parts.reduce((length, part) => length + part.length, 0))
  let end = 0
  for (const part of parts) {
    all.set(part, end)
    end += part.length
  }
  return all
}

/** The lines of a batch, without their line feeds. */
export function* linesOf(batch: Uint8Array): Generator<Uint8Array> {
  let start = 0
  for (;;) {
    const end = batch.indexOf(LINE_FEED, start)
    if (end === -1) return
    yield batch.subarray(start, end)
    start = end + 1
  }
}
