import { availableParallelism } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { CardBatchResult, CardJudgement } from './card-batch.js'

/** Threads that judge batches of lines. */
export type CardWorkers = {
  readonly judge: (batch: Uint8Array<ArrayBuffer>) => Promise<CardBatchResult>
  readonly end: () => Promise<void>
}

/** Bounds of a thread's heap, MiB: what one batch takes is little, and an unbounded heap would grow instead of collecting. */
const HEAP = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 64 }

type Thread = {
  readonly worker: Worker
  /** The batches it was given, in order. */
  readonly pending: {
    readonly resolve: (result: CardBatchResult) => void
    readonly reject: (error: Error) => void
  }[]
}

/** Starts threads; each batch goes to the one that has the fewest. */
export const startCardWorkers = (jobs: number, judgement: CardJudgement): CardWorkers => {
  // The collector's own threads would only take the processors from the threads that judge.
  if (jobs >= availableParallelism()) setFlagsFromString('--no-parallel-scavenge')
  const threads = Array.from({ length: jobs }, (): Thread => {
    const worker = new Worker(new URL('./card-worker.js', import.meta.url), {
      workerData: judgement,
      resourceLimits: HEAP,
    })
    const pending: Thread['pending'] = []
    worker.on('message', (result: CardBatchResult) => pending.shift()?.resolve(result))
    worker.on('error', (error) => {
      for (const { reject } of pending.splice(0)) reject(error)
    })
    return { worker, pending }
  })
  return {
    judge: (batch) => {
      const idlest = threads.reduce((a, b) => (b.pending.length < a.pending.length ? b : a))
      return new Promise((resolve, reject) => {
        idlest.pending.push({ resolve, reject })
        idlest.worker.postMessage(batch, [batch.buffer])
      })
    },
    end: async () => {
      await Promise.all(threads.map(({ worker }) => worker.terminate()))
    },
  }
}
