import { type VerifiedCard, verify } from '../card/verify.js'
import { shownCard } from '../conformance/shown.js'
import type { Failure } from '../errors.js'
import { didOf } from '../identity/aid.js'
import { readArguments, readNow } from './arguments.js'
import { type Command, EXIT, type ExitCode } from './command.js'
import { assertReadableStdin, judgeObjects, readObjectInput } from './input.js'
import { print, printable, printJson, rowsText, timeText } from './output.js'

export const command: Command = {
  usage: `usage: anet-protocol verify-card [--kel FILE] [--now TIME] [--json] [CARD ...]

Verifies agent cards against the key event log of their agent. CARD is a file, or - for standard input, which is
also read when there is none. Cards and logs are raw bytes or base64 text.

  --kel FILE   the agent's log; without it no signature can be checked
  --now TIME   unix milliseconds, or a date as in 2026-01-01T00:00:00Z; the time of the machine by default
  --json       one JSON object a card: {"source","ok":true,"aid",…} or {"source","ok":false,"code","detail","path"?}

Exit code: 0 when every card is valid, 1 when one is not, 3 when none is invalid and one could not be checked.
`,
  run: async (args) => {
    const { values, positionals } = readArguments(args, {
      kel: { type: 'string' },
      now: { type: 'string' },
      json: { type: 'boolean', default: false },
    })
    assertReadableStdin([values.kel, ...(positionals.length === 0 ? ['-'] : positionals)])
    const now = readNow(values.now)
    const kel = values.kel === undefined ? undefined : (await readObjectInput(values.kel)).bytes
    return judgeObjects(positionals, async ({ name, bytes }) => {
      const verdict = verify(bytes, { now, kel })
      if (values.json) {
        await printJson({
          source: name,
          ...(verdict.ok ? { ok: true, ...shownCard(verdict.card) } : verdict),
        })
      } else await print(`${printable(name)}: ${verdict.ok ? validText(verdict.card) : refusalText(verdict)}`)
      return verdict.ok ? EXIT.valid : exitOf(verdict)
    })
  },
}

/** Without the log nothing is known of a card; every other refusal is one. */
const exitOf = ({ code }: Failure): ExitCode => (code === 'KEL_UNAVAILABLE' ? EXIT.unchecked : EXIT.invalid)

const validText = (card: VerifiedCard): string =>
  `valid\n${rowsText([
    ['name', card.name],
    ['agent', didOf(card.aid)],
    ['signed under', `key state ${card.keyStateSeq}, over the ${card.canonicalForm} payload`],
    ['seq', `${card.seq}`],
    ['issued', timeText(card.issuedAt)],
    ['valid from', timeText(card.notBefore)],
    ['skills', card.skillIds.join(', ')],
    ['charge', card.charge],
  ])}`

const refusalText = (failure: Failure): string => {
  const verdict = exitOf(failure) === EXIT.unchecked ? 'could not be checked' : 'invalid'
  const place = failure.path === undefined ? '' : ` (at ${printable(failure.path)})`
  const hint = failure.code === 'KEL_UNAVAILABLE' ? ' (--kel FILE gives it)' : ''
  return `${verdict}\n  ${failure.code}: ${printable(failure.detail)}${place}${hint}\n`
}
