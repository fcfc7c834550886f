import { readArguments } from './arguments.js'
import { type Command, EXIT } from './command.js'
import { judgeObjects } from './input.js'
import { type Inspected, type Inspection, inspectObject } from './inspect-object.js'
import { print, printable, printJson, rowsText } from './output.js'

export const command: Command = {
  usage: `usage: anet-protocol inspect [--json] [FILE ...]

Says what is in a file, or on standard input (-, or no FILE), raw bytes or base64 text: an agent card, key event log,
request, delegation, conversation record, result, chat or status message, receipt, review, event record, authorization,
settlement receipt or voucher; its members, its CIDs and who is said to have signed it.

Nothing is verified: that takes the commands whose names begin with verify, and the signer's key event log.

  --json   one JSON object a file: {"source","verified":false,"found":[{"kind","words","fields","cids","signers"}],"problems"}

Exit code: 0 when every file was recognised, 3 when one was not, or could not be read.
`,
  run: async (args) => {
    const { values, positionals } = readArguments(args, { json: { type: 'boolean', default: false } })
    return judgeObjects(positionals, async ({ name, bytes }) => {
      const inspection = inspectObject(bytes)
      await (values.json
        ? printJson({ source: name, verified: false, ...inspection })
        : print(inspectionText(name, inspection)))
      return inspection.found.length > 0 ? EXIT.valid : EXIT.unchecked
    })
  },
}

const inspectionText = (name: string, { found, problems }: Inspection): string => {
  const unknown = [...problems, ...(problems.length === 0 ? ['nothing that is known here'] : [])]
  if (found.length === 0) {
    return `${printable(name)}: not recognised\n${unknown.map((text) => `  ${printable(text)}\n`).join('')}`
  }
  const could = found.length > 1 ? `  It may be any of ${found.length} things.\n` : ''
  return `${printable(name)}: ${found.map(({ kind }) => kind).join(', or ')}\n${could}${found.map(objectText).join('')}  Nothing of this was verified.\n`
}

const objectText = ({ words, fields, cids, signers }: Inspected): string => {
  const rows = [
    ...rowsOf(fields, ''),
    ...Object.entries(cids).map(([of, cid]) => [`CID of the ${of}`, cid] as const),
    ...signers.map(
      ({ aid, keyStateSeq }) => ['says it is signed by', `${aid}, key state ${keyStateSeq}`] as const,
    ),
  ]
  return `  ${printable(words)}\n${rowsText(rows)}${signers.length === 0 ? '  It names no signer.\n' : ''}`
}

/** The longest value that is shown whole. */
const MAX_SHOWN = 400

type Row = readonly [name: string, value: string]

const rowsOf = (value: unknown, path: string): readonly Row[] => {
  if (Array.isArray(value) && value.length > 0) {
    return value.flatMap((element, i) => rowsOf(element, `${path}[${i}]`))
  }
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0) {
    return Object.entries(value).flatMap(([name, member]) =>
      rowsOf(member, path === '' ? printable(name) : `${path}.${printable(name)}`),
    )
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const shown = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}… (${text.length} characters)` : text
  return [[path, shown]]
}
