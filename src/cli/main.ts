#!/usr/bin/env node
import { createInterface } from 'node:readline'
import { answerLine } from '../conformance/adapter.js'

const USAGE = `usage: anet-protocol adapter

adapter   answer the operations of the conformance suite: one JSON object a line on stdin,
          one a line on stdout (vectors/README.md), until stdin closes
`

const [command, ...rest] = process.argv.slice(2)
if (command === 'adapter' && rest.length === 0) {
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line !== '') process.stdout.write(`${answerLine(line)}\n`)
  }
} else {
  process.stderr.write(USAGE)
  process.exitCode = 2
}
