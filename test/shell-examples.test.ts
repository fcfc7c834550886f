import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, symlinkSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { MAIN, temporaryFolder } from './cli/run-cli.js'
import { cardLine, signedCard } from './cli/signed-cards.js'
import { ROOT, shellExamples } from './examples/example.js'

/** The commands of the documents, each run as it stands, in a folder that holds the files they name. */

const { folder, write } = temporaryFolder()

/** What the package, and a reader who follows the documents, have on their path. */
const programs = {
  'bin/anet-protocol': `exec '${process.execPath}' '${MAIN}' "$@"`,
  'bin/npx': 'exec "$@"',
  'my-adapter': 'exec anet-protocol adapter',
}

beforeAll(() => {
  mkdirSync(join(folder, 'bin'))
  for (const [path, command] of Object.entries(programs)) {
    chmodSync(write(path, `#!/bin/sh\n${command}\n`), 0o755)
  }
  symlinkSync(join(ROOT, 'examples'), join(folder, 'examples'))
  const { card, kel } = signedCard('reader')
  write('card.json', card)
  write('log.cbor', kel)
  write('cards.ndjson', cardLine({ card, kel }))
})

const has = (program: string): boolean => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0

/** What a reader may lack: the tests need none of it. */
const lacking = ['python3', 'parallel'].filter((program) => !has(program))

describe('the commands of the documents', () => {
  const commands = shellExamples().filter(({ code }) => !code.startsWith('npm '))

  it('are found', () => {
    expect(commands.map(({ file }) => file)).toEqual(
      expect.arrayContaining(['README.md', 'guides/write-an-adapter.md']),
    )
  })

  it.each(commands.map((one) => [`${one.file}:${one.line} ${one.code}`, one] as const))(
    '%s',
    (_, { code }) => {
      if (lacking.some((program) => code.includes(program))) return
      const PATH = `${join(folder, 'bin')}${delimiter}${process.env.PATH}`
      const options = { cwd: folder, env: { ...process.env, PATH }, stdio: 'pipe' } as const
      expect(() => execFileSync('sh', ['-c', code], options)).not.toThrow()
    },
  )
})
