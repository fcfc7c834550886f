/**
 * Memory that is used again. What is handed between threads is not seen by the collector of either, which would let it pile
 * up for long before it looks.
 */
export type SpareBuffers = {
  /** Bytes of this length, whatever they hold. */
  readonly take: (length: number) => Uint8Array<ArrayBuffer>
  /** Gives memory back that nobody reads any more. */
  readonly giveBack: (memory: ArrayBuffer) => void
}

/** The smallest piece of memory: most batches fit, so that it goes round. */
const LEAST = 192 * 1024

/** Starts with none. */
export const newSpareBuffers = (): SpareBuffers => {
  const spare: ArrayBuffer[] = []
  return {
    take: (length) => {
      const fitting = spare.findIndex(({ byteLength }) => byteLength >= length)
      const [memory] = fitting === -1 ? [] : spare.splice(fitting, 1)
      return new Uint8Array(memory ?? new ArrayBuffer(Math.max(LEAST, length)), 0, length)
    },
    giveBack: (memory) => {
      // An exceptionally long line is no reason to keep its memory.
      if (memory.byteLength === LEAST) spare.push(memory)
    },
  }
}
