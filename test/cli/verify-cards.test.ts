import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  createWriteStream,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inOrder } from '../../src/cli/in-order.js'
import { membersOf } from '../../src/cli/json-members.js'
import { lineBatches, linesOf } from '../../src/cli/line-batches.js'
import { newSpareBuffers } from '../../src/cli/spare-buffers.js'
import { toBase64 } from '../../src/encoding/base64.js'
import { endOf, run, start, temporaryFolder } from './run-cli.js'
import { cardLine, NOW, signedCard } from './signed-cards.js'

const { folder, write } = temporaryFolder()

const cards = Array.from({ length: 8 }, (_, i) => signedCard(`agent ${i}`))
const [first, second] = cards as [(typeof cards)[0], (typeof cards)[0]]

const results = (stdout: string) =>
  stdout
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))

const verifyCards = (input: string, ...args: readonly string[]) =>
  run(['verify-cards', '--now', NOW, '--jobs', '2', ...args], input)

describe('verify-cards', () => {
  it('answers every line with a line, in the order of the input', async () => {
    const { code, stdout, stderr } = await verifyCards(cards.map(cardLine).join(''))
    expect(results(stdout).map(({ ok, aid }) => [ok, aid])).toEqual(cards.map(({ aid }) => [true, aid]))
    expect(stderr).toBe('8 cards\n  valid                  8\n')
    expect(code).toBe(0)
  })

  it('takes the card as bytes too', async () => {
    const line = JSON.stringify({ cardB64: toBase64(first.card), kelB64: toBase64(first.kel) })
    const { stdout } = await verifyCards(`${line}\n${cardLine(first)}`)
    const [a, b] = results(stdout)
    expect(a).toMatchObject({ ok: true, aid: first.aid, name: 'agent 0', seq: '1', charge: 'free' })
    expect(a).toEqual(b)
  })

  it('judges a card without the space around it', async () => {
    const room = 65_536 - first.card.length
    const largest = new TextDecoder().decode(first.card).replace(/}$/, `${' '.repeat(room)}}`)
    const kel = toBase64(first.kel)
    const { stdout } = await verifyCards(
      `{"card" : ${largest} , "kel":"${kel}"}\n{"card": ${largest} ,"kel":"${kel}" }\n`,
    )
    expect(results(stdout)).toMatchObject([{ ok: true }, { ok: true }])
  })

  it('judges the card as it is spelled', async () => {
    const twice = cardLine(first).replace('"version"', '"name":"again","version"')
    const { code, stdout } = await verifyCards(twice)
    expect(results(stdout)).toMatchObject([{ ok: false, code: 'MALFORMED_JSON', path: 'name' }])
    expect(code).toBe(1)
  })

  it('reports a broken line with its number and goes on', async () => {
    const broken = [
      'no json',
      '',
      '[]',
      '{}',
      '{"cardB64":"x"}',
      `{"card":{},"cardB64":""}`,
      '{"card":{},"kel":1}',
      `{"card":"${'x'.repeat(2 ** 20)}"}`,
    ]
    const lines = [cardLine(first), ...broken.map((line) => `${line}\n`), cardLine(second)]
    const { code, stdout, stderr } = await verifyCards(lines.join(''))
    expect(results(stdout).map(({ ok, code }) => (ok ? 'valid' : code))).toEqual([
      'valid',
      ...broken.map(() => 'BAD_INPUT'),
      'valid',
    ])
    for (const i of broken.keys()) expect(stderr).toContain(`standard input:${i + 2}: `)
    expect(stderr).toContain(`standard input:9: longer than ${2 ** 20} bytes`)
    expect(stderr).toMatch(/BAD_INPUT +8/)
    expect(code).toBe(1)
  })

  it('tells what could not be checked from what is invalid', async () => {
    const unknown = `{"card":${new TextDecoder().decode(first.card)}}\n`
    const { code, stdout } = await verifyCards(unknown + cardLine(second))
    expect(results(stdout)[0]).toMatchObject({ code: 'KEL_UNAVAILABLE', claimedAid: first.aid })
    expect(code).toBe(3)
    expect((await verifyCards(unknown + cardLine({ ...second, kel: first.kel }))).code).toBe(1)
  })

  it('is a filter: the results are those of the pieces, one after another', async () => {
    const lines = Array.from({ length: 700 }, (_, i) => {
      const line = cardLine(cards[i % 8]!)
      return i % 7 === 0 ? `broken ${i}\n` : i % 5 === 0 ? line.replace('Echo', 'Other') : line
    })
    const whole = write('whole.ndjson', lines.join(''))
    const pieces = [lines.slice(0, 1), lines.slice(1, 300), [], lines.slice(300)].map((piece, i) =>
      write(`piece-${i}.ndjson`, piece.join('').replace(/\n$/, '')),
    )
    const all = await verifyCards('', whole)
    const parts = await Promise.all(pieces.map((piece) => verifyCards('', '--jobs', '1', piece)))
    expect(results(all.stdout)).toHaveLength(700)
    expect(parts.map(({ stdout }) => stdout).join('')).toBe(all.stdout)
    expect((await verifyCards('', ...pieces)).stdout).toBe(all.stdout)
    expect((await verifyCards(lines.join(''), '-')).stdout).toBe(all.stdout)
  })

  it('leaves whole lines when it is interrupted', async () => {
    const child = start('verify-cards', '--now', NOW, '--jobs', '2')
    const block = cards.map(cardLine).join('').repeat(50)
    child.stdin.on('error', () => undefined)
    let stdout = ''
    const feed = (): void => {
      while (child.stdin.writable && child.stdin.write(block));
    }
    child.stdin.on('drain', feed)
    child.stdout.on('data', (chunk) => {
      stdout += chunk
      child.kill('SIGINT')
    })
    feed()
    const [, signal] = await once(child, 'close')
    expect(signal).toBe('SIGINT')
    expect(stdout.endsWith('\n')).toBe(true)
    expect(results(stdout).every(({ ok }) => ok)).toBe(true)
  })

  it('ends when it is interrupted though nobody writes to its input any more', async () => {
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    const marks = join(folder, 'interrupted-marks')
    const child = start('verify-cards', '--now', NOW, '--high-water', marks, pipe)
    const writer = createWriteStream(pipe)
    writer.write(cardLine(first))
    await once(child.stdout, 'data')
    child.kill('SIGTERM')
    const [, signal] = await once(child, 'close')
    writer.destroy()
    expect(signal).toBe('SIGTERM')
    expect(results(readFileSync(marks, 'utf8'))).toHaveLength(1)
  })

  it('ends quietly when nobody reads on', async () => {
    const input = write('many.ndjson', cards.map(cardLine).join('').repeat(300))
    const child = start('verify-cards', '--now', NOW, input)
    child.stdout.once('data', () => child.stdout.destroy())
    let stderr = ''
    child.stderr.on('data', (chunk) => {
      stderr += chunk
    })
    const [code] = await once(child, 'close')
    expect([code, stderr]).toEqual([141, ''])
  })

  it('refuses arguments it does not know', async () => {
    for (const args of [['--jobs', '0'], ['--now', 'today'], ['--nothing'], ['-', '-']]) {
      expect((await run(['verify-cards', ...args])).code).toBe(2)
    }
    expect((await run(['verify-cards', join(folder, 'none')])).code).toBe(3)
  })
})

/** The mark of an agent that is in no test. */
const markLine = (aid: string): string =>
  `${JSON.stringify({ aid, seq: '7', payloadHashHex: '11'.repeat(32), keySince: 0, eventId: 'bafy' })}\n`

describe('--high-water', () => {
  const fork = signedCard('agent 0', { name: 'another' })
  const newer = signedCard('agent 0', { seq: 2 })

  it('moves marks in the order of the input, and refuses what lies behind them', async () => {
    const marks = join(folder, 'marks')
    const one = await verifyCards(
      [first, first, fork, newer, first].map(cardLine).join(''),
      '--high-water',
      marks,
    )
    expect(results(one.stdout).map(({ mark, code }) => mark ?? code)).toEqual([
      'advance',
      'same',
      'SEQ_FORK',
      'advance',
      'SEQ_ROLLBACK',
    ])
    expect(one.code).toBe(1)
    const two = await verifyCards([first, newer, second].map(cardLine).join(''), '--high-water', marks)
    expect(results(two.stdout).map(({ mark, code }) => mark ?? code)).toEqual([
      'SEQ_ROLLBACK',
      'same',
      'advance',
    ])
    expect(results(readFileSync(marks, 'utf8')).map(({ aid, seq }) => [aid, seq])).toEqual([
      [first.aid, '2'],
      [second.aid, '1'],
    ])
  })

  it('refuses what a retired key signs with the log as it was before', async () => {
    const marks = join(folder, 'rotated-marks')
    const rotated = { committingTo: 'third key' }
    const shown = [
      signedCard('rotates', { seq: 2 }),
      signedCard('rotates', { seq: 3, ...rotated }),
      signedCard('rotates', { seq: 99 }),
      signedCard('rotates', { seq: 99, committingTo: 'another third key' }),
      signedCard('rotates', { seq: 4, ...rotated }),
    ]
    const { stdout } = await verifyCards(shown.map(cardLine).join(''), '--high-water', marks)
    expect(results(stdout).map(({ mark, code }) => mark ?? code)).toEqual([
      'advance',
      'advance',
      'KEL_ROLLBACK',
      'KEL_FORK',
      'advance',
    ])
    expect(results(readFileSync(marks, 'utf8'))).toMatchObject([{ seq: '4', keySince: 1 }])
  })

  it('writes to where a link leads, and keeps the mode of the file', async () => {
    const file = write('linked-marks', '')
    chmodSync(file, 0o626)
    symlinkSync(file, join(folder, 'link-to-marks'))
    await verifyCards(cardLine(first), '--high-water', join(folder, 'link-to-marks'))
    expect(lstatSync(join(folder, 'link-to-marks')).isSymbolicLink()).toBe(true)
    expect(results(readFileSync(file, 'utf8'))).toHaveLength(1)
    expect(statSync(file).mode & 0o777).toBe(0o626)
  })

  it('keeps what moved when the run fails', async () => {
    const [cardsFile, marks] = [write('one-card', cardLine(first)), join(folder, 'failed-marks')]
    const { code, stdout } = await verifyCards('', '--high-water', marks, cardsFile, folder)
    expect([code, results(stdout)]).toMatchObject([3, [{ mark: 'advance' }]])
    expect(results(readFileSync(marks, 'utf8'))).toMatchObject([{ aid: first.aid }])
  })

  it('says before the run that it could not write the marks after it', async () => {
    const { code, stdout } = await verifyCards(cardLine(first), '--high-water', join(folder, 'none', 'marks'))
    expect([code, stdout]).toEqual([3, ''])
  })

  it('moves no mark for a card that does not verify', async () => {
    const marks = join(folder, 'no-marks')
    await verifyCards(cardLine({ ...newer, kel: second.kel }), '--high-water', marks)
    expect(existsSync(marks)).toBe(false)
  })

  it('refuses a file that is none', async () => {
    const mark = markLine('a')
    for (const content of [
      '{',
      `${mark}${mark}`,
      mark.replace('"7"', '"x"'),
      mark.replace('"keySince":0', '"keySince":-1'),
    ]) {
      const { code, stdout } = await verifyCards(cardLine(first), '--high-water', write('bad-marks', content))
      expect([code, stdout]).toEqual([3, ''])
    }
  })

  it('leaves the old file or the new one, whenever it is killed', async () => {
    const marks = join(folder, 'killed', 'marks')
    const before = Array.from({ length: 20_000 }, (_, i) => markLine(`b${i}`)).join('')
    mkdirSync(join(folder, 'killed'))
    await verifyCards(cardLine(first), '--high-water', marks)
    const after = `${before}${readFileSync(marks, 'utf8')}`
    const seen = { old: 0, new: 0 }
    for (let round = 0; round < 40; round++) {
      writeFileSync(marks, before)
      const child = start('verify-cards', '--now', NOW, '--jobs', '1', '--high-water', marks)
      const ended = endOf(child, cardLine(first))
      // Half of the times at any moment, half of the times close to the writing.
      if (round % 2 === 1) await Promise.race([once(child.stdout, 'data'), ended])
      const pause = Math.random() * (round % 2 === 1 ? 60 : 500)
      await Promise.race([new Promise((resolve) => setTimeout(resolve, pause)), ended])
      child.kill('SIGKILL')
      await ended
      const content = readFileSync(marks, 'utf8')
      expect(content === before || content === after).toBe(true)
      seen[content === before ? 'old' : 'new'] += 1
      expect(readdirSync(join(folder, 'killed')).filter((name) => !/^marks(\.tmp)?$/.test(name))).toEqual([])
    }
    expect(seen.old + seen.new).toBe(40)
    writeFileSync(marks, before)
    expect((await verifyCards(cardLine(first), '--high-water', marks)).code).toBe(0)
    expect(readFileSync(marks, 'utf8')).toBe(after)
    expect(readdirSync(join(folder, 'killed'))).toEqual(['marks'])
  })
})

describe('what verify-cards is made of', () => {
  const chunksOf = async function* (text: string, size: number) {
    const bytes = Buffer.from(text)
    for (let i = 0; i < bytes.length; i += size) yield bytes.subarray(i, i + size)
  }

  it('cuts any stream into its lines, and an endless one short', async () => {
    const line = fc.string({ maxLength: 12 }).map((text) => text.replaceAll('\n', ''))
    await fc.assert(
      fc.asyncProperty(
        fc.array(line),
        fc.integer({ min: 1, max: 9 }),
        fc.boolean(),
        async (lines, size, ends) => {
          const found: string[] = []
          const text = lines.join('\n') + (ends && lines.length > 0 ? '\n' : '')
          for await (const batch of lineBatches(chunksOf(text, size), 8, newSpareBuffers())) {
            for (const one of linesOf(batch)) found.push(Buffer.from(one).toString('latin1'))
          }
          const expected = lines.map((one) => Buffer.from(one).subarray(0, 9).toString('latin1'))
          // Without a line feed at its end, an empty last line is none.
          if (!ends && expected.at(-1) === '') expected.pop()
          expect(found.map((one) => one.slice(0, 9))).toEqual(expected)
        },
      ),
    )
  })

  it('keeps the order, whichever is ready first', async () => {
    const inputs = (async function* () {
      yield* [30, 1, 20, 0, 10, 2]
    })()
    let atWork = 0
    let most = 0
    const found: number[] = []
    const work = async (pause: number): Promise<number> => {
      atWork += 1
      most = Math.max(most, atWork)
      await new Promise((resolve) => setTimeout(resolve, pause))
      atWork -= 1
      return pause
    }
    for await (const one of inOrder(inputs, 3, work)) found.push(one)
    expect(found).toEqual([30, 1, 20, 0, 10, 2])
    expect(most).toBeLessThanOrEqual(3)
  })

  it('finds the members of any JSON object as they are spelled', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.constantFrom(undefined, 1),
        (object, indent) => {
          const text = JSON.stringify(object, null, indent)
          const found = membersOf(Buffer.from(text), text).map(({ name, value }) => [
            name,
            JSON.parse(Buffer.from(value).toString()),
          ])
          expect(found).toEqual(Object.entries(JSON.parse(text)))
        },
      ),
    )
  })
})
