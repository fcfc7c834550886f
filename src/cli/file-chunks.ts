import { open } from 'node:fs/promises'

/** How much is read at a time; a batch of about this size goes to a thread. */
const CHUNK = 128 * 1024

/** The bytes of a file, in chunks that are valid until the next one is asked for: all are read into one buffer. */
export async function* fileChunks(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path, 'r')
  try {
    const buffer = new Uint8Array(CHUNK)
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, CHUNK)
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}
