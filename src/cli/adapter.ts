import { createInterface } from 'node:readline'
import { answerLine } from '../conformance/adapter.js'
import { readArguments } from './arguments.js'
import { type Command, EXIT, UsageError } from './command.js'
import { print } from './output.js'

export const command: Command = {
  usage: `usage: anet-protocol adapter

Answers the operations of the conformance suite as this library does: one JSON object a line on standard
input, one a line on standard output, until standard input closes (vectors/README.md, "The adapter protocol").
`,
  run: async (args) => {
    const { positionals } = readArguments(args, {})
    if (positionals.length > 0) throw new UsageError('adapter takes no arguments')
    for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (line !== '') await print(`${answerLine(line)}\n`)
    }
    return EXIT.valid
  },
}
