import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { run } from './run-cli.js'

const ADAPTER = fileURLToPath(new URL('../../examples/adapter.py', import.meta.url))
const OPS = ['cid.of', 'json.canonicalize', 'conversation.encode', 'payment.bind']

describe.skipIf(spawnSync('python3', ['--version']).status !== 0)('examples/adapter.py', () => {
  it('passes the vectors of the operations it has', async () => {
    const { code, stdout } = await run(['conformance', '--op', OPS.join(','), '--', 'python3', ADAPTER])
    expect(stdout).toMatch(/^total +\d{3} +0 +0$/m)
    expect(code).toBe(0)
  })

  it('says what it does not support', async () => {
    const { code, stdout } = await run([
      'conformance',
      '--op',
      'cid.of,cbor.decode',
      '--',
      'python3',
      ADAPTER,
    ])
    expect(stdout).toMatch(/^total +\d+ +0 +[1-9]\d*$/m)
    expect(code).toBe(0)
  })
})
