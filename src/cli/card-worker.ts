import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parentPort, workerData } from 'node:worker_threads'
import { type CardJudgement, judgeCardBatch } from './card-batch.js'

/** A worker thread of verify-cards: answers each batch of lines with their results, in the order in which they come. */

/** How many batches are judged between two collections. */
const COLLECT_EVERY = 32

// Left alone, the heap of a thread that makes nothing but garbage grows to its limit before it is collected for the first
// time; collected now and then, it stays where it is after the first thousand cards. A collection also drops optimised
// code, so it must be rare.
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

let batches = 0
parentPort!.on('message', (batch: Uint8Array<ArrayBuffer>) => {
  const result = judgeCardBatch(batch, workerData as CardJudgement)
  parentPort!.postMessage(result, [result.text.buffer])
  batches += 1
  if (batches % COLLECT_EVERY === 0) collect()
})
