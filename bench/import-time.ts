/**
 * `npm run import-time`: how long Node takes to import this library, against the A2A SDK. Each run is a process of its
 * own, the two in turns; of each counts the lower quartile.
 */
import { execFileSync } from 'node:child_process'
import { lowerQuartile } from './measure.js'

const RUNS = 41
const [library, sdk] = ['anet-protocol', '@a2a-js/sdk'] as const

const importMs = (name: string): number => {
  const program = `const start = performance.now(); await import('${name}'); console.log(performance.now() - start)`
  return Number(
    execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' }),
  )
}

const samples = { [library]: [] as number[], [sdk]: [] as number[] }
for (let run = 0; run < RUNS; run++) for (const name of [library, sdk]) samples[name].push(importMs(name))

const [ours, theirs] = [lowerQuartile(samples[library]), lowerQuartile(samples[sdk])]
process.stdout.write(
  `${library} ${ours.toFixed(1)} ms, ${sdk} ${theirs.toFixed(1)} ms, ratio ${(ours / theirs).toFixed(2)}\n`,
)
