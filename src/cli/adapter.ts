import { answerLine } from '../conformance/adapter.js'
import { fromUtf8 } from '../encoding/utf8.js'
import { readArguments } from './arguments.js'
import { type Command, EXIT, UsageError } from './command.js'
import { lineBatches, linesOf } from './line-batches.js'
import { print } from './output.js'
import { newSpareBuffers } from './spare-buffers.js'

/** The longest request, bytes: many times what any vector has. */
const MAX_REQUEST_LINE = 64 * 2 ** 20

export const command: Command = {
  usage: `usage: anet-protocol adapter

Answers the operations of the conformance suite as this library does: one JSON object a line on standard
input, one a line on standard output, until standard input closes (vectors/README.md, "The adapter protocol"). A line
ends at a line feed.
`,
  run: async (args) => {
    const { positionals } = readArguments(args, {})
    if (positionals.length > 0) throw new UsageError('adapter takes no arguments')
    const spare = newSpareBuffers()
    for await (const batch of lineBatches(process.stdin, MAX_REQUEST_LINE, spare)) {
      for (const line of linesOf(batch)) {
        if (line.length > 0) await print(`${answerOf(line)}\n`)
      }
      spare.giveBack(batch.buffer)
    }
    return EXIT.valid
  },
}

/** What is too long or no UTF-8 is answered as a line that holds nothing. */
const answerOf = (line: Uint8Array): string =>
  answerLine(line.length > MAX_REQUEST_LINE ? '' : (fromUtf8(line) ?? ''))
