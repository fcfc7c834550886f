import { fromBase64 } from '../encoding/base64.js'
import { fromUtf8 } from '../encoding/utf8.js'
import { headOf, recordsOf } from '../evidence/chain.js'
import { type CheckedChain, readChain } from '../evidence/read.js'
import { replay } from '../identity/replay.js'
import { readArguments, required } from './arguments.js'
import { type Command, EXIT, type ExitCode, UncheckedError } from './command.js'
import { assertReadableStdin, type Input, readInput, readObjectInput } from './input.js'
import { print, printable, printJson, rowsText } from './output.js'

export const command: Command = {
  usage: `usage: anet-protocol verify-chain --kel FILE [--json] [RECORDS ...]

Checks an exported chain of evidence: that each record is signed, linked to the one before, and that its signer told
one story. RECORDS is a file, or - for standard input, which is also read when there is none: either base64 text, one
record a line, or the raw bytes of one record. The records are taken in the order given.

  --kel FILE   the signer's log, raw bytes or base64 text
  --json       one JSON object: {"state","records","chainDid"?,"headId"?,"headSeq"?,"waiting","dropped","refused",
               "equivocation"?}

The chain itself binds its chain_did to nobody: compare it with whom you asked.

Exit code: 0 when every record is in the chain; 1 when one was refused, or the chain forked; 3 when records are
missing in between, there is none, or the log does not replay.
`,
  run: async (args) => {
    const { values, positionals } = readArguments(args, {
      kel: { type: 'string' },
      json: { type: 'boolean', default: false },
    })
    const kelPath = required('kel', values.kel)
    const paths = positionals.length === 0 ? ['-'] : positionals
    assertReadableStdin([kelPath, ...paths])
    const replayed = replay((await readObjectInput(kelPath)).bytes)
    if (!replayed.ok) {
      throw new UncheckedError(`the log does not replay: ${replayed.code}: ${replayed.detail}`)
    }
    const exported = (await Promise.all(paths.map(readInput))).flatMap(recordsIn)
    const checked = readChain(exported, replayed.kel)
    await (values.json ? printJson(shownChain(checked)) : print(chainText(checked)))
    return exitOf(checked)
  },
}

/** The first byte of a record in CBOR is that of a map. */
const isText = (bytes: Uint8Array): boolean => (bytes[0] ?? 0) < 0x80

const recordsIn = ({ name, bytes }: Input): readonly Uint8Array[] => {
  if (!isText(bytes)) return [bytes]
  const text = fromUtf8(bytes)
  if (text === undefined) throw new UncheckedError(`${printable(name)}: neither a record nor text`)
  const lines = text.split('\n').map((line) => line.trim())
  return lines.flatMap((line, i) => {
    if (line === '') return []
    const record = fromBase64(line)
    if (record === undefined) throw new UncheckedError(`${printable(name)}:${i + 1}: no base64`)
    return [record]
  })
}

const shownChain = ({ chain, dropped, refused }: CheckedChain) => {
  const head = headOf(chain)
  const { state, staged, equivocation } = chain
  return {
    state,
    records: recordsOf(chain).length,
    ...(head === undefined
      ? {}
      : { chainDid: head.record.chainDid, headId: head.id, headSeq: `${head.record.seq}` }),
    waiting: staged.size,
    dropped: dropped.map(({ record, id }) => ({ seq: `${record.seq}`, id })),
    refused,
    ...(equivocation === undefined
      ? {}
      : {
          equivocation: { seq: `${equivocation.seq}`, ids: [equivocation.held.id, equivocation.other.id] },
        }),
  }
}

const exitOf = ({ chain, dropped, refused }: CheckedChain): ExitCode => {
  if (refused.length + dropped.length > 0 || chain.state === 'QUARANTINED') return EXIT.invalid
  return chain.state === 'EMPTY' || chain.staged.size > 0 ? EXIT.unchecked : EXIT.valid
}

const STATES = {
  EMPTY: 'empty: no record is in the chain',
  ACTIVE: 'linked and signed',
  QUARANTINED: 'forked: the signer told two stories, nothing may be relied on',
} as const

const chainText = (checked: CheckedChain): string => {
  const { state, records, chainDid, headId, headSeq, waiting, dropped, refused, equivocation } =
    shownChain(checked)
  return `${STATES[state]}\n${rowsText([
    ['records', `${records}`],
    ...(chainDid === undefined ? [] : [['chain', chainDid] as const]),
    ...(headId === undefined ? [] : [['head', `seq ${headSeq}, ${headId}`] as const]),
    ...(waiting === 0 ? [] : [['waiting', `${waiting} records, for others that are missing`] as const]),
    ...(equivocation === undefined
      ? []
      : [['two stories', `at seq ${equivocation.seq}: ${equivocation.ids.join(' and ')}`] as const]),
    ...dropped.map(({ seq, id }) => ['dropped', `seq ${seq}, ${id}: does not link`] as const),
    ...refused.map(({ index, code, detail }) => [`record ${index}`, `${code}: ${detail}`] as const),
  ])}`
}
