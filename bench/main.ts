import { type Measured, measure } from './measure.js'
import { cardRows } from './rows-card.js'
import { cryptoRows } from './rows-crypto.js'
import { encodingRows } from './rows-encoding.js'
import { identityRows } from './rows-identity.js'
import { paymentRows } from './rows-payment.js'
import { receiptRows } from './rows-receipt.js'

const USAGE = `usage: npm run bench -- [--json] [part of a name …]

--json  print {"rows":[{"name","ratio","thisUs","againstUs"}]} and nothing else on stdout
`

const main = async (options: readonly string[]): Promise<void> => {
  const parts = options.filter((option) => option !== '--json')
  if (parts.some((part) => part.startsWith('-'))) {
    process.stderr.write(USAGE)
    process.exitCode = 2
    return
  }
  const isJson = options.includes('--json')
  const rows = [
    ...cardRows,
    ...identityRows,
    ...receiptRows,
    ...paymentRows,
    ...encodingRows,
    ...cryptoRows,
  ].filter(({ name }) => parts.length === 0 || parts.some((part) => name.includes(part)))
  const nameWidth = Math.max(...rows.map(({ name }) => name.length))
  if (!isJson)
    process.stdout.write(tableLine('this / against', ['ratio', 'this us', 'against us'], nameWidth))
  const measured: Measured[] = []
  for (const row of rows) {
    const result = await measure(row)
    measured.push(result)
    if (isJson) continue
    const { ratio, thisUs, againstUs } = result
    const figures = [ratio.toFixed(3), thisUs.toFixed(1), againstUs.toFixed(1)]
    process.stdout.write(tableLine(row.name, figures, nameWidth))
  }
  if (isJson) process.stdout.write(`${JSON.stringify({ rows: measured })}\n`)
}

const tableLine = (name: string, figures: readonly string[], nameWidth: number): string =>
  `${name.padEnd(nameWidth)}${figures.map((figure) => figure.padStart(12)).join('')}\n`

await main(process.argv.slice(2))
