import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { allVectors } from '../vector-files.js'
import { endOf, MAIN, run, start, temporaryFolder } from './run-cli.js'

const { folder, write } = temporaryFolder()
const SCRIPTED = fileURLToPath(new URL('scripted-adapter.js', import.meta.url))
const vectors = allVectors().filter(({ op }) => op === 'cid.of')
const [victim] = vectors.slice(7).map(({ id }) => id) as [string]
let reports = 0

/** Runs the vectors of cid.of against the adapter with a habit, and reads the report. */
const conformance = async (habit: string, ...options: readonly string[]) => {
  const report = join(folder, `report-${reports++}.json`)
  const ended = await run([
    'conformance',
    ...['--op', 'cid.of', '--timeout', '3', '--report', 'json', report, ...options],
    ...scripted(habit),
  ])
  const read = JSON.parse(readFileSync(report, 'utf8')) as {
    readonly passed: boolean
    readonly areas: readonly object[]
    readonly faults: readonly { readonly kind: string; readonly detail: string }[]
    readonly outcomes: readonly { readonly id: string; readonly status: string; readonly kind?: string }[]
  }
  const failed = read.outcomes.filter(({ status }) => status === 'failed').map(({ id, kind }) => [id, kind])
  return { ...ended, ...read, failed, faultKinds: read.faults.map(({ kind }) => kind) }
}

/** The command of the adapter with a habit. */
const scripted = (habit: string, ...more: readonly string[]): readonly string[] => [
  ...['--', process.execPath, SCRIPTED, habit, victim],
  ...more,
]

/** Waits until something is so. */
const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await setTimeout(20)
}

describe('conformance', () => {
  it('passes this library, every vector', async () => {
    const { code, stdout, stderr } = await run(['conformance', '--', process.execPath, MAIN, 'adapter'])
    const { length } = allVectors()
    expect(stdout).toMatch(new RegExp(`^total +${length} +0 +0$`, 'm'))
    expect(stdout).toMatch(/passed\n$/)
    expect(stderr.split('\n').at(-2)).toBe(`${length} of ${length} vectors, 0 failed`)
    expect(code).toBe(0)
  })

  it('blames a crash on the request that caused it, and goes on', async () => {
    const { code, failed, faultKinds, stdout, outcomes } = await conformance('crash')
    expect(failed).toEqual([[victim, 'crash']])
    expect(faultKinds).toEqual([])
    expect(outcomes).toHaveLength(vectors.length)
    expect(stdout).toContain('the adapter ended with status 7; its last words: out of luck')
    expect(code).toBe(1)
  })

  it.each(['hang', 'stay-silent'])('blames the request without an answer: %s', async (habit) => {
    const { code, failed, stdout } = await conformance(habit)
    expect(failed).toEqual([[victim, 'hang']])
    expect(stdout).toContain(`FAILED ${victim}, hang: no answer within 3 s\n`)
    expect(code).toBe(1)
  })

  it.each([
    ['repeated-id', 'repeated-id', []],
    ['broken-line', 'broken-line', []],
    ['talk-after-end', 'output-after-close', []],
    ['fail-after-end', 'crash', []],
    ['wait-after-end', 'no-end', []],
    ['close-input', 'input-closed', []],
    ['unended-line', 'broken-line', []],
    ['bad-utf8', 'broken-line', [[victim, 'hang']]],
    ['repeated-name', 'broken-line', [[victim, 'hang']]],
    ['repeated-name-below', 'broken-line', [[victim, 'hang']]],
  ] as const)('reports what no request is to blame for: %s', async (habit, kind, expected) => {
    const { code, failed, faultKinds, stdout } = await conformance(habit)
    expect(faultKinds).toEqual([kind])
    expect(failed).toEqual(expected)
    expect(stdout).toContain(`FAILED adapter, ${kind}: `)
    expect(code).toBe(1)
  })

  it('reports an answer to what was not asked, beside the request without one', async () => {
    const { code, failed, faultKinds } = await conformance('unknown-id')
    expect(failed).toEqual([[victim, 'hang']])
    expect(new Set(faultKinds)).toEqual(new Set(['unknown-id']))
    expect(code).toBe(1)
  })

  it('reports an answer that is none as that of its request', async () => {
    const { failed, faultKinds, stdout } = await conformance('broken-answer')
    expect(failed).toEqual([[victim, 'broken-answer']])
    expect(faultKinds).toEqual([])
    expect(stdout).toContain('none of ok, error and unsupported')
  })

  it.each(['unasked', 'unasked-slowly'])(
    'fails who answers what was not asked yet and reads nothing: %s',
    async (habit) => {
      const { code, passed, faultKinds } = await conformance(habit)
      expect(faultKinds).toContain('input-closed')
      if (habit === 'unasked') expect(faultKinds).toContain('unknown-id')
      expect([code, passed]).toEqual([1, false])
    },
  )

  it.each([
    ['crash-under-child', 'ended with status 3'],
    ['end-early', 'ended with status 0'],
  ])('tells how an adapter ended, whatever else holds its output: %s', async (habit, how) => {
    const { code, failed, faultKinds, stdout } = await conformance(habit)
    expect(failed).toEqual([[victim, 'crash']])
    expect(faultKinds).toEqual([])
    expect(stdout).toContain(`FAILED ${victim}, crash: the adapter ${how}`)
    expect(code).toBe(1)
  })

  it('passes an adapter that ends while a process it started goes on', async () => {
    const { code, faultKinds, failed } = await conformance('end-under-child')
    expect([code, faultKinds, failed]).toEqual([0, [], []])
  })

  it.each(['endless-line', 'long-line'])('says that a line has no end: %s', async (habit) => {
    const { code, faults, faultKinds, stdout } = await conformance(habit, '--timeout', '60')
    expect(faultKinds.slice(-2)).toEqual(['broken-line', 'gave-up'])
    expect(faults.at(-2)!.detail).toBe('a line without an end')
    expect(stdout).not.toContain('more than 100 lines')
    expect(code).toBe(1)
  })

  it('reports what was answered before an adapter that cannot be started again', async () => {
    const path = write('vanishing', '')
    const args = [process.execPath, SCRIPTED, 'vanish', victim, path].map((arg) => `'${arg}'`)
    write('vanishing', `#!/bin/sh\nexec ${args.join(' ')}\n`)
    chmodSync(path, 0o700)
    const { code, stdout, stderr } = await run(['conformance', '--op', 'cid.of', '--', path])
    expect(stdout).toMatch(/^FAILED adapter, crash: the adapter ended with status 7; at hand were /m)
    expect(stdout).toMatch(/^FAILED adapter, gave-up: the adapter could not be started again: /m)
    expect(stdout).toMatch(/^total +7 +\d\d +0$/m)
    expect(stderr).not.toContain('could not be started')
    expect(code).toBe(1)
  })

  it.each(['flood', 'endless-line'])('gives up on an adapter that writes without end: %s', async (habit) => {
    const { code, failed, faultKinds } = await conformance(habit, '--timeout', '60')
    expect(faultKinds.at(-1)).toBe('gave-up')
    expect(failed).toContainEqual([victim, 'not-run'])
    expect(code).toBe(1)
  })

  it.each(['everything-ok', 'everything-bad-input', 'everything-unsupported', 'everything-nothing'])(
    'fails an adapter that answers the same to all: %s',
    async (habit) => {
      const { code, passed } = await conformance(habit)
      expect([code, passed]).toEqual([1, false])
    },
  )

  it('counts what is not supported apart', async () => {
    const { stdout, areas, failed } = await conformance('everything-unsupported')
    expect(failed).toEqual([])
    expect(areas).toContainEqual({ area: 'encoding', passed: 0, failed: 0, unsupported: expect.any(Number) })
    expect(stdout).toMatch(/failed: nothing ran that the adapter supports\n$/)
  })

  it('shows what was sent, expected and received', async () => {
    const { stdout } = await conformance('everything-ok')
    const vector = vectors.find(({ expect }) => 'error' in expect)!
    const shown = (value: object): string => JSON.stringify(value).slice(0, 40)
    const failure = stdout.slice(stdout.indexOf(`FAILED ${vector.id}, `))
    expect(failure).toContain(`  sent      ${shown({ id: vector.id, op: vector.op })}`.slice(0, -2))
    expect(failure).toContain(`  expected  ${shown(vector.expect)}`)
    expect(failure).toContain('  received  {"ok":{}}')
  })

  it('writes reports for build servers', async () => {
    const [junit, tap] = [join(folder, 'junit.xml'), join(folder, 'tap.txt')]
    await conformance('crash', '--report', 'junit', junit, '--report', 'tap', tap)
    expect(readFileSync(junit, 'utf8')).toContain(`name="${victim}"><failure type="crash"`)
    const lines = readFileSync(tap, 'utf8').split('\n')
    expect(lines.slice(0, 2)).toEqual(['TAP version 14', `1..${vectors.length}`])
    expect(lines.filter((line) => line.startsWith('not ok'))).toEqual([expect.stringContaining(victim)])
  })

  it('prints what came of the run when a report cannot be written, and writes the others', async () => {
    const written = join(folder, 'written.json')
    const { code, stdout, stderr } = await run([
      ...['conformance', '--op', 'cid.of', '--report', 'json', join(folder, 'none', 'x.json')],
      ...['--report', 'tap', folder, '--report', 'json', written],
      ...scripted('crash'),
    ])
    expect(stdout).toContain(`FAILED ${victim}, crash: `)
    expect(stdout).toMatch(/^failed: 1 of /m)
    expect(stderr).toContain(`the report ${join(folder, 'none', 'x.json')} was not written: ENOENT`)
    expect(stderr).toContain(`the report ${folder} was not written: EISDIR`)
    expect(JSON.parse(readFileSync(written, 'utf8'))).toMatchObject({ passed: false })
    expect(code).toBe(3)
  })

  it('holds back an adapter whose standard error nobody reads', async () => {
    const path = join(folder, 'chatter')
    const child = start(...['conformance', '--op', 'cid.of', '--timeout', '60'], ...scripted('chatter', path))
    await setTimeout(2000)
    expect(existsSync(path)).toBe(false)
    expect((await endOf(child)).code).toBe(0)
    expect(existsSync(path)).toBe(true)
  })

  it('takes areas and operations, alone and as lists', async () => {
    const adapter = ['--', process.execPath, MAIN, 'adapter']
    const { stdout } = await run([
      'conformance',
      '--area',
      'encoding,crypto',
      '--op',
      'cid.of',
      '--op',
      'ed25519.verify',
      ...adapter,
    ])
    expect(stdout.split('\n').map((line) => line.split(' ')[0])).toEqual([
      'area',
      'crypto',
      'encoding',
      'total',
      'passed',
      '',
    ])
  })

  it('refuses arguments it cannot use', async () => {
    const adapter = ['--', 'true']
    for (const args of [
      [],
      ['--'],
      ['--', ''],
      ['true'],
      ['--area', 'nowhere', ...adapter],
      ['--op', 'no.such', ...adapter],
      ['--area', 'card', '--op', 'cid.of', ...adapter],
      ['--report', 'json', ...adapter],
      ['--report', 'pdf', 'x', ...adapter],
      ['--timeout', '0', ...adapter],
    ]) {
      expect((await run(['conformance', ...args])).code, args.join(' ')).toBe(2)
    }
  })

  it('could not check with a command that does not start', async () => {
    const { code, stderr } = await run(['conformance', '--', join(folder, 'none')])
    expect(code).toBe(3)
    expect(stderr).toContain('the adapter could not be started')
  })

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('ends its adapter when it is ended: %s', async (signal, status) => {
    const path = join(folder, signal)
    const child = start(...['conformance', '--op', 'cid.of', '--timeout', '600'], ...scripted('beat', path))
    await until(() => existsSync(path))
    child.kill(signal)
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(status)
    await setTimeout(100)
    const { size } = statSync(path)
    await setTimeout(300)
    expect(statSync(path).size).toBe(size)
  })
})

describe('adapter', () => {
  it('answers a line at once, which ends at a line feed only', async () => {
    const child = start('adapter')
    child.stdin.write('{"id":"a",\r"op":"no.such",\r\n')
    child.stdin.write('{"id":"b",\r"op":"no.such","input":{}}\r\n')
    const answers: string[] = []
    child.stdout.on('data', (chunk: Buffer) => answers.push(...chunk.toString().split('\n').slice(0, -1)))
    await until(() => answers.length === 2)
    const { code } = await endOf(child)
    expect(answers.map((answer) => JSON.parse(answer))).toEqual([
      { id: null, error: 'BAD_INPUT', detail: 'no request of the protocol' },
      { id: 'b', unsupported: true },
    ])
    expect(code).toBe(0)
  })

  it('takes a request of several megabytes, and none that is no UTF-8', async () => {
    const long = JSON.stringify({ id: 'long', op: 'no.such', input: { text: 'x'.repeat(8 * 2 ** 20) } })
    const broken = Buffer.from('{"id":"\xff","op":"no.such","input":{}}', 'latin1')
    const { stdout } = await run(['adapter'], Buffer.concat([Buffer.from(`${long}\n`), broken]))
    expect(stdout.split('\n')).toEqual([
      '{"id":"long","unsupported":true}',
      expect.stringContaining('{"id":null,"error":"BAD_INPUT"'),
      '',
    ])
  })
})
