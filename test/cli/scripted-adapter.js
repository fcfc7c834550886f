/**
 * An adapter that answers well but for one habit, named by its first argument, at one request, named by its second. With
 * `everything-…` it answers every request the same.
 */
import { createInterface } from 'node:readline'
import { answerLine } from '../../dist/node/conformance.js'

const [habit, victim] = process.argv.slice(2)

const SAME = {
  'everything-ok': (id) => ({ id, ok: {} }),
  'everything-bad-input': (id) => ({ id, error: 'BAD_INPUT' }),
  'everything-unsupported': (id) => ({ id, unsupported: true }),
  'everything-nothing': () => undefined,
}

const say = (text) => process.stdout.write(`${text}\n`)

const HABITS = {
  crash: () => {
    process.stderr.write('out of luck\n')
    process.exit(7)
  },
  hang: () => {
    for (;;);
  },
  'stay-silent': () => undefined,
  'unknown-id': (line) => say(answerLine(line).replace(victim, 'who')),
  'repeated-id': (line) => say(`${answerLine(line)}\n${answerLine(line)}`),
  'broken-line': (line) => say(`thinking…\n${answerLine(line)}`),
  'broken-answer': (line) => say(JSON.stringify({ id: JSON.parse(line).id, value: 1 })),
  'endless-line': () => {
    const more = () => {
      while (process.stdout.write('x'.repeat(2 ** 16)));
      process.stdout.once('drain', more)
    }
    more()
  },
  flood: () => {
    for (let i = 0; i < 1000; i++) say('ready')
  },
}

if (habit === 'wait-after-end') setInterval(() => undefined, 1000)

for await (const line of createInterface({ input: process.stdin })) {
  const { id } = JSON.parse(line)
  if (habit in SAME) {
    const answer = SAME[habit](id)
    if (answer !== undefined) say(JSON.stringify(answer))
  } else if (id === victim && habit in HABITS) HABITS[habit](line)
  else say(answerLine(line))
}

if (habit === 'talk-after-end') say('goodbye')
if (habit === 'fail-after-end') process.exitCode = 5
