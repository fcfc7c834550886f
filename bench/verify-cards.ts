/**
 * `npm run bench:verify-cards`: how fast `anet-protocol verify-cards` is with one job and with two, against two
 * processes that share the cards, and how much more memory it takes for a hundred times as many cards. Runs take turns, each
 * from the start of its process to the end.
 */
import { spawn } from 'node:child_process'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { Encoding, Kel } from 'anet-protocol'
import { NOW, seedOf, signedCard } from './agent.js'
import { lowerQuartile } from './measure.js'

const FEW = 1000
const MANY = 100_000
const ROUNDS = 3

/** A line of the agent that has this number. */
const lineOf = (_: unknown, number: number): string => {
  const of = Kel.incept({ seed: seedOf(`agent ${number}`), nextSeed: seedOf(`agent ${number}, next`) })
  const card = new TextDecoder().decode(signedCard({ description: `Weather, desk ${number}.`, of }))
  return `{"card":${card},"kel":"${Encoding.toBase64(Kel.encodeKel(of.kel.events))}"}\n`
}

const writeCards = async (path: string, lines: readonly string[], times: number): Promise<void> => {
  const file = createWriteStream(path)
  for (let i = 0; i < times; i++) file.write(lines.join(''))
  file.end()
  await finished(file)
}

type Run = { readonly seconds: number; readonly peakMb: number }

/** Tells the most memory that the process ever had, in KiB, on a channel of its own. */
const TELL_PEAK = `data:text/javascript,${encodeURIComponent(`
import { writeSync } from 'node:fs'
process.on('exit', () => writeSync(3, process.resourceUsage().maxRSS + '\\n'))`)}`

const runWith = async (jobs: number, path: string): Promise<Run> => {
  const options = ['--import', TELL_PEAK, 'dist/node/cli-main.js', 'verify-cards']
  const start = performance.now()
  const child = spawn(process.execPath, [...options, '--jobs', `${jobs}`, '--now', `${NOW}`, path], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [peaks, code] = await Promise.all([
    text(child.stdio[3] as NodeJS.ReadableStream),
    new Promise((resolve) => child.on('close', resolve)),
  ])
  if (code !== 0) throw new Error(`verify-cards ended with ${code}: not every card is valid`)
  const seconds = (performance.now() - start) / 1000
  return { seconds, peakMb: Math.max(...peaks.trim().split('\n').map(Number)) / 1024 }
}

/** Half of the cards to each of two processes that know nothing of each other: what the machine gives. */
const runTwice = async (half: string): Promise<Run> => {
  const start = performance.now()
  const runs = await Promise.all([runWith(1, half), runWith(1, half)])
  return {
    seconds: (performance.now() - start) / 1000,
    peakMb: runs.reduce((sum, { peakMb }) => sum + peakMb, 0),
  }
}

type Way = {
  readonly name: string
  readonly check: (cards: 'few' | 'many') => Promise<Run>
  readonly few: Run[]
  readonly many: Run[]
}

const best = (runs: readonly Run[], figure: keyof Run): number =>
  lowerQuartile(runs.map((run) => run[figure]))

const folder = mkdtempSync(join(tmpdir(), 'anet-protocol-'))
try {
  const path = { few: join(folder, 'few.ndjson'), many: join(folder, 'many.ndjson') }
  const half = { few: join(folder, 'half-few.ndjson'), many: join(folder, 'half-many.ndjson') }
  const lines = Array.from({ length: FEW }, lineOf)
  await writeCards(path.few, lines, 1)
  await writeCards(path.many, lines, MANY / FEW)
  await writeCards(half.few, lines.slice(FEW / 2), 1)
  await writeCards(half.many, lines.slice(FEW / 2), MANY / FEW)
  const ways: readonly Way[] = [
    { name: '1 job', check: (cards) => runWith(1, path[cards]), few: [], many: [] },
    { name: '2 jobs', check: (cards) => runWith(2, path[cards]), few: [], many: [] },
    { name: '2 processes', check: (cards) => runTwice(half[cards]), few: [], many: [] },
  ]
  for (let round = 0; round < ROUNDS; round++) {
    for (const { check, few, many } of ways) {
      few.push(await check('few'))
      many.push(await check('many'))
    }
  }
  const oneJob = best(ways[0]!.many, 'seconds')
  process.stdout.write(`${' '.repeat(11)}  cards/s  speed  peak MB of ${FEW}  of ${MANY}  memory\n`)
  for (const { name, few, many } of ways) {
    const [seconds, fewMb, manyMb] = [best(many, 'seconds'), best(few, 'peakMb'), best(many, 'peakMb')]
    const cells = [
      name.padEnd(11),
      `${Math.round(MANY / seconds)}`.padStart(8),
      (oneJob / seconds).toFixed(2).padStart(6),
      fewMb.toFixed(1).padStart(15),
      manyMb.toFixed(1).padStart(10),
      (manyMb / fewMb).toFixed(2).padStart(7),
    ]
    process.stdout.write(`${cells.join(' ')}\n`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
