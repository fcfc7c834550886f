/**
 * `npm run size`: what the library weighs in a browser, as a table in Markdown. Exits with 1 when a budget is exceeded.
 */
import { BUNDLED, sizeOf } from './bundle-sizes.js'

const kb = (bytes: number): string => `${(bytes / 1000).toFixed(1)} KB`

process.stdout.write('| to                    | minified | gzipped |  budget |\n')
process.stdout.write('| --------------------- | -------: | ------: | ------: |\n')
for (const bundled of BUNDLED) {
  const { name, budget } = bundled
  const { minified, gzipped } = await sizeOf(bundled)
  const cells = [
    name.padEnd(21),
    kb(minified).padStart(8),
    kb(gzipped).padStart(7),
    (budget === undefined ? '' : kb(budget)).padStart(7),
  ]
  process.stdout.write(`| ${cells.join(' | ')} |\n`)
  if (budget !== undefined && gzipped > budget) process.exitCode = 1
}
