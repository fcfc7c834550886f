import { type ExecFileSyncOptions, execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** The package as it is published: packed, installed into an empty folder, and used from there. */

const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly exports: object }
const rooms = Object.keys(exports).filter((path) => /^\.(\/[a-z]+)?$/.test(path))

/** Reads a card out of the packed vectors and says what verifying it gives. */
const PROGRAM = `
import vectors from 'anet-protocol/vectors/card/published.json' with { type: 'json' }
import { verify } from 'anet-protocol/card'
import { fromBase64 } from 'anet-protocol/encoding'

const { cardB64, kelB64, now } = vectors.vectors[0].input
const verdict = verify(fromBase64(cardB64), { now: BigInt(now), kel: fromBase64(kelB64) })
export const said = verdict.ok ? verdict.card.name : verdict.code
`

const TYPED_PROGRAM = `
${rooms.map((path, i) => `import * as room${i} from '${path.replace('.', 'anet-protocol')}'`).join('\n')}
import file from 'anet-protocol/vectors/card/published.json' with { type: 'json' }

export const rooms: readonly object[] = [${rooms.map((_, i) => `room${i}`).join(', ')}]
const ids: readonly string[] = file.vectors.map(({ id }) => id)
const { Card } = room0
const verdict = Card.verify(new Uint8Array(), { now: 0n, kel: undefined })
export const said: readonly [readonly string[], bigint | string] = [ids, verdict.ok ? verdict.card.seq : verdict.code]
// @ts-expect-error: no code of this function
export const isForked = !verdict.ok && verdict.code === 'KEL_FORK'
// @ts-expect-error: a card is verified at some time
Card.verify(new Uint8Array(), { kel: undefined })
`

let folder: string
let packed: readonly string[]

const run = (command: string, args: readonly string[], options: ExecFileSyncOptions = {}): string =>
  execFileSync(command, args, {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32' && command === 'npm',
    stdio: 'pipe',
    ...options,
  }) as string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'anet-protocol-'))
  const stated = run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
    cwd: process.cwd(),
  })
  const [{ filename, files }] = JSON.parse(stated)
  packed = files.map(({ path }: { readonly path: string }) => path)
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  run('npm', ['install', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', filename])
}, 120_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the tarball', () => {
  it('holds what is built, the vectors and the documents, and nothing else', () => {
    const outside = packed.filter((path) => !/^dist\/(?!cli).*\.(js|d\.ts)$|^vectors\/.*\.json$/.test(path))
    expect(outside.sort()).toEqual([
      'CHANGELOG.md',
      'CONTRIBUTING.md',
      'LICENSE',
      'README.md',
      'SECURITY.md',
      'dist/node/LICENSES.txt',
      ...readdirSync('guides').map((name) => `guides/${name}`),
      'package.json',
      'vectors/README.md',
    ])
  })

  it('holds the licence of the edge cases beside the vectors that derive from them', () => {
    expect(packed).toContain('vectors/crypto/ed25519-edge-cases.json')
    const readme = readFileSync(join(folder, 'node_modules/anet-protocol/vectors/README.md'), 'utf8')
    expect(readme).toContain('Copyright 2019 Google LLC')
    expect(readme).toContain('Redistributions in binary form must reproduce the above')
    expect(readme).toContain('THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS')
  })
})

describe('installed into an empty folder', () => {
  it('verifies a card on Node', () => {
    writeFileSync(join(folder, 'program.js'), PROGRAM)
    const print = `import { said } from './program.js'; console.log(said)`
    expect(run('node', ['--input-type=module', '--eval', print])).toBe('Suite Agent\n')
  })

  it('gives the same exports to import and to require, at every path', () => {
    const names = JSON.stringify(rooms.map((path) => path.replace('.', 'anet-protocol')))
    const imported = run('node', [
      '--input-type=module',
      '--eval',
      `for (const name of ${names}) console.log(name, Object.keys(await import(name)).join())`,
    ])
    const required = run('node', [
      '--input-type=commonjs',
      '--eval',
      `for (const name of ${names}) console.log(name, Object.keys(require(name)).join())`,
    ])
    expect(required).toBe(imported)
    expect(imported.trim().split('\n')).toEqual(
      rooms.map((path) => expect.stringMatching(`^${path.replace('.', 'anet-protocol')} \\w`)),
    )
  })

  it('gives Node, at every path, what it gives to other runtimes', () => {
    const program = `
const { exports } = require('anet-protocol/package.json')
for (const { node, default: other } of Object.values(exports).filter(({ node }) => node)) {
  const names = (path) => Object.keys(require('./node_modules/anet-protocol/' + path)).sort().join()
  console.log(names(node) === names(other))
}`
    const said = run('node', ['--input-type=commonjs', '--eval', program])
    expect(said).toBe('true\n'.repeat(rooms.length))
  })

  it('is one library on Node, whichever path leads to it', () => {
    const program = `
import { Card, Quote } from 'anet-protocol'
import { verify } from 'anet-protocol/card'
import { evaluate } from 'anet-protocol/quote'
console.log(verify === Card.verify, evaluate === Quote.evaluate)`
    expect(run('node', ['--input-type=module', '--eval', program])).toBe('true true\n')
  })

  it('answers as an adapter', () => {
    const input = '{"id":"1","op":"cbor.decode","input":{"bytesHex":"01"}}\n'
    const command = join(folder, 'node_modules/anet-protocol/dist/node/cli-main.js')
    expect(run('node', [command, 'adapter'], { input })).toBe('{"id":"1","ok":{"value":1}}\n')
  })

  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')
  it.each([
    { module: 'nodenext', moduleResolution: 'nodenext' },
    { module: 'node20', moduleResolution: 'node16' },
    { module: 'esnext', moduleResolution: 'bundler' },
  ])('compiles as TypeScript under $moduleResolution', (setting) => {
    const project = join(folder, setting.moduleResolution)
    mkdirSync(project)
    writeFileSync(join(project, 'program.ts'), TYPED_PROGRAM)
    const compilerOptions = {
      ...setting,
      target: 'es2023',
      lib: ['es2023', 'dom'], // zod's types name URL
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      resolveJsonModule: true,
      noEmit: true,
    }
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }))
    const { status, stdout } = spawnSync('node', [tsc, '-p', project], { cwd: folder, encoding: 'utf8' })
    expect([stdout, status]).toEqual(['', 0])
  })

  it('verifies a card in a bundle for browsers', async () => {
    const { outputFiles } = await build({
      stdin: { contents: PROGRAM, resolveDir: folder },
      absWorkingDir: folder,
      bundle: true,
      format: 'esm',
      platform: 'browser',
      write: false,
    })
    const bundle = join(folder, 'bundle.js')
    writeFileSync(bundle, outputFiles[0]!.contents)
    const print = `import { said } from ${JSON.stringify(bundle)}; console.log(said)`
    expect(run('node', ['--input-type=module', '--eval', print])).toBe('Suite Agent\n')
  })
})
