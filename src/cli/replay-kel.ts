import { shownKel } from '../conformance/shown.js'
import { toHex } from '../encoding/hex.js'
import { didOf } from '../identity/aid.js'
import { type KeyState, type ReplayedKel, replay } from '../identity/replay.js'
import { readArguments } from './arguments.js'
import { type Command, EXIT } from './command.js'
import { judgeObjects } from './input.js'
import { print, printable, printJson, timeText } from './output.js'

export const command: Command = {
  usage: `usage: anet-protocol replay-kel [--json] [LOG ...]

Replays key event logs: checks every event against the ones before it, and shows the key state after each. LOG is
a file, or - for standard input, which is also read when there is none; raw bytes or base64 text.

  --json   one JSON object a log: {"source","ok":true,"aid","states"} or {"source","ok":false,"code","detail","path"?}

Exit code: 0 when every log replays, 1 when one does not, 3 when all others do and one could not be read.
`,
  run: async (args) => {
    const { values, positionals } = readArguments(args, { json: { type: 'boolean', default: false } })
    return judgeObjects(positionals, async ({ name, bytes }) => {
      const replayed = replay(bytes)
      if (values.json) {
        await printJson({
          source: name,
          ...(replayed.ok ? { ok: true, ...shownKel(replayed.kel) } : replayed),
        })
      } else if (replayed.ok) await print(`${printable(name)}: replays\n${kelText(replayed.kel)}`)
      else {
        const place = replayed.path === undefined ? '' : ` (at event ${replayed.path})`
        await print(
          `${printable(name)}: does not replay\n  ${replayed.code}: ${printable(replayed.detail)}${place}\n`,
        )
      }
      return replayed.ok ? EXIT.valid : EXIT.invalid
    })
  },
}

const EVENTS: Readonly<Record<string, string>> = {
  icp: 'inception',
  rot: 'rotation',
  ixn: 'interaction',
  drt: 'delegation of a device key',
  dip: 'deactivation',
}

const kelText = ({ aid, events, states }: ReplayedKel): string => {
  const lines = states.map(
    (state, i) =>
      `  ${`${state.keyStateSeq}`.padStart(3)}  ${EVENTS[events[i]!.event.type]}, ${statusText(state)}\n` +
      `       key ${toHex(state.currentKeys[0])}\n`,
  )
  return `  agent  ${didOf(aid)}\n${lines.join('')}`
}

const statusText = ({ status, supersededAt }: KeyState): string => {
  if (status === 'active') return 'current'
  if (status === 'deactivated') return 'the end of the identity'
  return supersededAt === 0n ? 'retired, at no stated time' : `retired at ${timeText(supersededAt)}`
}
