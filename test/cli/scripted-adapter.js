/**
 * An adapter that answers well but for one habit, named by its first argument, at one request, named by its second. With
 * `everything-…` it answers every request the same. Some habits have a file, named by the third argument.
 */
import { spawn } from 'node:child_process'
import { appendFileSync, closeSync, readdirSync, readFileSync, unlinkSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { answerLine } from '../../dist/node/conformance.js'

const [habit, victim, file] = process.argv.slice(2)

const SAME = {
  'everything-ok': (id) => ({ id, ok: {} }),
  'everything-bad-input': (id) => ({ id, error: 'BAD_INPUT' }),
  'everything-unsupported': (id) => ({ id, unsupported: true }),
  'everything-nothing': () => undefined,
}

const say = (text) => process.stdout.write(`${text}\n`)

/** Starts a process that holds standard output open. */
const startHolder = () =>
  spawn('sleep', ['60'], { stdio: ['ignore', 'inherit', 'inherit'] }).on('spawn', () => process.exit())

const VECTORS = new URL('../../vectors/', import.meta.url)

/** The answers to all vectors of the victim's operation. */
const unaskedAnswers = () =>
  readdirSync(VECTORS, { recursive: true })
    .filter((path) => path.includes('/') && path.endsWith('.json'))
    .flatMap((path) => JSON.parse(readFileSync(new URL(path, VECTORS), 'utf8')).vectors)
    .filter(({ op }) => op === victim.split('/')[0])
    .map((vector) => answerLine(JSON.stringify(vector)))

const HABITS = {
  crash: () => {
    process.stderr.write('out of luck\n')
    process.exit(7)
  },
  'crash-under-child': () => {
    process.exitCode = 3
    startHolder()
  },
  vanish: () => {
    unlinkSync(file)
    process.exit(7)
  },
  beat: () => setInterval(() => appendFileSync(file, '.'), 20),
  'close-input': (line) => {
    say(answerLine(line))
    closeSync(0)
    setInterval(() => undefined, 1000)
  },
  'end-early': () => process.exit(),
  hang: () => {
    for (;;);
  },
  'stay-silent': () => undefined,
  'unknown-id': (line) => say(answerLine(line).replace(victim, 'who')),
  'repeated-id': (line) => say(`${answerLine(line)}\n${answerLine(line)}`),
  'broken-line': (line) => say(`thinking…\n${answerLine(line)}`),
  'bad-utf8': (line) =>
    process.stdout.write(Buffer.from(`{"more":"\xff",${answerLine(line).slice(1)}\n`, 'latin1')),
  'repeated-name': (line) => say(`{"id":"who",${answerLine(line).slice(1)}`),
  'repeated-name-below': (line) => say(`{"more":{"a":1,"\\u0061":1},${answerLine(line).slice(1)}`),
  'long-line': (line) => say(`{"detail":"${'x'.repeat(17 * 2 ** 20)}",${answerLine(line).slice(1)}`),
  chatter: async (line) => {
    for (let i = 0; i < 512; i++) {
      await new Promise((resolve) => process.stderr.write('x'.repeat(2 ** 16), resolve))
    }
    appendFileSync(file, '.')
    say(answerLine(line))
  },
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

if (habit === 'unasked' || habit === 'unasked-slowly') {
  closeSync(0)
  const answers = unaskedAnswers()
  if (habit === 'unasked') say(answers.join('\n'))
  else
    for (const answer of answers) {
      say(answer)
      await setTimeout(20)
    }
  process.exit()
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id } = JSON.parse(line)
  if (habit in SAME) {
    const answer = SAME[habit](id)
    if (answer !== undefined) say(JSON.stringify(answer))
  } else if (id === victim && habit in HABITS) HABITS[habit](line)
  else say(answerLine(line))
}

if (habit === 'end-under-child') startHolder()
if (habit === 'unended-line') process.stdout.write('goodbye')
if (habit === 'talk-after-end') say('goodbye')
if (habit === 'fail-after-end') process.exitCode = 5
