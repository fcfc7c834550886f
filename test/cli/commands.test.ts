import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { toBase64 } from '../../src/encoding/base64.js'
import { encodeCbor } from '../../src/encoding/cbor.js'
import { append, EMPTY_CHAIN, headOf } from '../../src/evidence/chain.js'
import { GENESIS_PREV_ID, signRecord } from '../../src/evidence/record.js'
import { incept } from '../../src/identity/controller.js'
import { encodeKel } from '../../src/identity/key-event.js'
import { signSettlement } from '../../src/payment/settlement.js'
import { signVoucher } from '../../src/payment/voucher.js'
import { issue } from '../../src/receipt/receipt.js'
import { signReview } from '../../src/receipt/review.js'
import { encodeConversation, resultCid } from '../../src/task/conversation.js'
import { delegate } from '../../src/task/delegation.js'
import { encodeChat, encodeResult, encodeStatus } from '../../src/task/messages.js'
import { buildTextTask } from '../../src/task/request.js'
import { encodeTaskDoc, requestCid } from '../../src/task/task-doc.js'
import { allVectors } from '../vector-files.js'
import { run, temporaryFolder } from './run-cli.js'
import { NOW, signedCard } from './signed-cards.js'

const { write } = temporaryFolder()

const agent = incept({ seed: new Uint8Array(32).fill(1) })
const { aid } = agent.kel
const kel = write('kel', encodeKel(agent.kel.events))
const echo = signedCard('agent 0')
const card = write('card.json', echo.card)
const cardKel = write('card.kel', echo.kel)

describe('anet-protocol', () => {
  it('says what there is, and how each command is used', async () => {
    const help = await run(['--help'])
    expect(help.code).toBe(0)
    const commands = [...help.stdout.matchAll(/^ {2}([a-z-]+) /gm)].map(([, name]) => name!)
    expect(commands).toHaveLength(8)
    for (const name of commands) {
      const { code, stdout } = await run([name, '--help'])
      expect(stdout).toMatch(new RegExp(`^usage: anet-protocol ${name}`))
      expect(code).toBe(0)
      expect((await run([name, '--no-such-option'])).code, name).toBe(2)
    }
    expect((await run([])).code).toBe(2)
    expect(await run(['toString'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no command toString'),
    })
    expect((await run(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })
})

describe('verify-card', () => {
  it('verifies files and standard input, raw and in base64', async () => {
    const { code, stdout } = await run(['verify-card', '--now', NOW, '--kel', cardKel, card])
    expect(stdout).toMatch(/card\.json: valid\n {2}name +agent 0\n/)
    expect(code).toBe(0)
    const base64 = toBase64(echo.card).replace(/.{76}/g, '$&\n')
    const piped = await run(['verify-card', '--now', NOW, '--kel', cardKel, '--json'], base64)
    expect(JSON.parse(piped.stdout)).toMatchObject({ source: 'standard input', ok: true, aid: echo.aid })
  })

  it('tells invalid from what could not be checked, and the worse one for both', async () => {
    const changed = write('changed.json', new TextDecoder().decode(echo.card).replace('Says', 'Said'))
    const invalid = await run(['verify-card', '--now', NOW, '--kel', cardKel, '--json', card, changed])
    expect(
      invalid.stdout
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line).code),
    ).toEqual([undefined, 'INVALID_SIGNATURE'])
    expect(invalid.code).toBe(1)
    const unchecked = await run(['verify-card', '--now', '2026-01-01T00:00:00Z', card])
    expect(unchecked.stdout).toContain('could not be checked\n  KEL_UNAVAILABLE: ')
    expect(unchecked.code).toBe(3)
    const missing = await run(['verify-card', '--now', NOW, '--kel', cardKel, `${card}.none`, changed, card])
    expect(missing.stdout).toMatch(/changed\.json: invalid[\s\S]*card\.json: valid/)
    expect(missing.stderr).toContain('card.json.none')
    expect(missing.code).toBe(1)
    expect((await run(['verify-card', '--now', NOW, '--kel', cardKel, card, `${card}.none`])).code).toBe(3)
    expect((await run(['verify-card', '--now', '2026-02-30T00:00:00Z', card])).code).toBe(2)
    expect((await run(['verify-card', '--kel', '-', '-'])).code).toBe(2)
  })

  it('shows a name that would move the cursor as what it is', async () => {
    const evil = signedCard('agent 1', { name: 'a\u001b[2Jb\u202ec' })
    const { stdout } = await run(
      ['verify-card', '--now', NOW, '--kel', write('evil.kel', evil.kel)],
      evil.card,
    )
    expect(stdout).toContain('a\\u001b[2Jb\\u202ec')
  })
})

describe('replay-kel', () => {
  it('shows the states of a log, or why it has none', async () => {
    const { code, stdout } = await run(['replay-kel', kel])
    expect(stdout).toContain(`agent  did:anet:${aid}\n    0  inception, current\n`)
    expect(code).toBe(0)
    const json = await run(['replay-kel', '--json'], readFileSync(kel))
    expect(JSON.parse(json.stdout)).toMatchObject({ ok: true, aid, states: [{ status: 'active' }] })
    const broken = await run(['replay-kel', kel, '-'], Uint8Array.of(0x80))
    expect(broken.stdout).toContain('standard input: does not replay\n  KEL_EMPTY: ')
    expect(broken.code).toBe(1)
  })
})

describe('verify-receipt', () => {
  const request = encodeTaskDoc(buildTextTask({ words: 'do x', nonce: new Uint8Array(16) }))
  const deliverable = encodeConversation({
    version: 2,
    nonce: 'n',
    messages: [{ from: 'requester', body: 'do x' }],
  })
  const receipt = issue(agent, {
    form: 2,
    requestCid: requestCid(request),
    resultCid: resultCid(deliverable),
    completedDay: 20454,
  })
  const known = ['verify-receipt', '--provider', aid, '--request', write('request', request)]
  const whole = [...known, '--deliverable', write('deliverable', deliverable)]

  it.each([
    ['verified', [...whole, '--kel', kel, '--sent', write('sent', '[{"body":"do x"}]')], receipt, 0],
    ['mismatch', [...whole, '--kel', kel, '--sent', write('other', '[{"body":"do y"}]')], receipt, 1],
    ['refused', [...known, '--kel', kel, '--deliverable', write('changed', 'x')], receipt, 1],
    ['unverified', whole, receipt, 3],
    ['unknown', [...whole, '--kel', kel], new Uint8Array(), 3],
  ] as const)('%s', async (verdict, args, input, code) => {
    const text = await run(args, input)
    expect(text.stdout).toMatch(new RegExp(`^${verdict}: `))
    expect(text.code).toBe(code)
    expect(JSON.parse((await run([...args, '--json'], input)).stdout)).toMatchObject({ verdict })
  })

  it('needs to know what was asked of whom', async () => {
    expect((await run(known, receipt)).code).toBe(2)
    expect((await run([...whole, '--sent', write('no', '{}')], receipt)).code).toBe(2)
  })
})

describe('verify-chain', () => {
  let chain = EMPTY_CHAIN
  const records: Uint8Array[] = []
  for (let seq = 0n; seq < 3n; seq++) {
    const prevId = headOf(chain)?.id ?? GENESIS_PREV_ID
    const record = {
      ...{ chainDid: `did:anet:${aid}`, seq, prevId, eventType: 'anet.message.sent' },
      ...{ payload: { to: 'x' }, timestamp: 1767225600000n },
    }
    records.push(signRecord(agent, record))
    chain = append(chain, records.at(-1)!, agent.kel).chain
  }
  const lines = (some: readonly Uint8Array[]): string => some.map((one) => `${toBase64(one)}\n`).join('')

  it('checks lines of base64, and files of one record', async () => {
    const { code, stdout } = await run(['verify-chain', '--kel', kel], lines(records))
    expect(stdout).toMatch(/^linked and signed\n {2}records +3\n/)
    expect(code).toBe(0)
    const files = records.map((one, i) => write(`record-${i}`, one))
    const json = await run(['verify-chain', '--kel', kel, '--json', ...files])
    expect(JSON.parse(json.stdout)).toMatchObject({ state: 'ACTIVE', records: 3, headSeq: '2', refused: [] })
  })

  it('tells a refused record from a missing one', async () => {
    const [a, b, c] = records as [Uint8Array, Uint8Array, Uint8Array]
    expect((await run(['verify-chain', '--kel', kel], lines([a, c]))).code).toBe(3)
    expect((await run(['verify-chain', '--kel', kel], lines([b]))).code).toBe(1)
    expect(await run(['verify-chain', '--kel', kel], '')).toMatchObject({ code: 3 })
    expect((await run(['verify-chain', '--kel', kel], 'what?\n')).code).toBe(3)
    const noText = write('no-text', Uint8Array.of(0x41, 0xff, 0x0a))
    const unread = await run(['verify-chain', '--kel', kel, write('record', a), noText])
    expect(unread).toMatchObject({ code: 3, stdout: '', stderr: expect.stringContaining('no-text') })
    expect((await run(['verify-chain', '--kel', kel], 'AAAA\n'.repeat(200_000))).code).toBe(1)
    expect((await run(['verify-chain', '--kel', cardKel], lines([a]))).code).toBe(1)
    expect((await run(['verify-chain', '--kel', card], lines([a]))).code).toBe(3)
    expect((await run(['verify-chain'], lines([a]))).code).toBe(2)
  })
})

describe('inspect', () => {
  const request = buildTextTask({ words: 'do x', nonce: new Uint8Array(16) })
  const paid = { payer: 'bafya', payTo: 'bafyb', amount: 3n, network: 'hub:x', authId: 'bafyc' }
  const review = { interactionId: 'ix', subjectAid: 'bafya', rating: 5, receiptCid: 'bafyb', createdAt: 1 }
  const cids = { requestCid: 'bafya', resultCid: 'bafyb' }
  const objects = {
    'agent card': echo.card,
    'key event log': encodeKel(agent.kel.events),
    'conversation record': encodeConversation({ version: 1, messages: [] }),
    request: encodeTaskDoc(request),
    delegation: delegate(agent, request, { interactionId: 'ix' }),
    receipt: issue(agent, { form: 2, ...cids, completedDay: 20454 }),
    review: signReview(agent, review),
    'settlement receipt': signSettlement(agent, { ...paid, settleAt: 1n }),
    voucher: signVoucher(agent, { ...paid, capability: 'echo', notAfter: 0n, nonce: '00' }),
    'result message': encodeResult({ status: 'done', deliverable: Uint8Array.of(1) }),
    'chat message': encodeChat({ kind: 'text', body: 'hello', streamSeq: 1n }),
    'status message': encodeStatus({ state: 'failed', at: 1n }),
    'event record': signRecord(agent, {
      ...{ chainDid: 'did:anet:x', seq: 0n, prevId: GENESIS_PREV_ID, eventType: 'anet.message.sent' },
      ...{ payload: { to: 'x' }, timestamp: 1n },
    }),
  }
  const authorization = allVectors().find(
    ({ op, expect }) => op === 'authorization.verify' && 'ok' in expect,
  )!.input.authorizationB64 as string

  it.each([...Object.entries(objects), ['authorization', authorization] as const])(
    'recognises what is a %s',
    async (kind, input) => {
      const { code, stdout } = await run(['inspect'], input)
      expect(stdout).toContain(`standard input: ${kind}\n`)
      expect(stdout).toMatch(/Nothing of this was verified\.\n$/)
      expect(stdout).not.toMatch(/\bvalid\b/)
      expect(code).toBe(0)
    },
  )

  it('names the signer, the CIDs and the members', async () => {
    const { stdout } = await run(['inspect', '--json'], toBase64(objects.review))
    const { verified, found } = JSON.parse(stdout)
    expect(verified).toBe(false)
    expect(found).toMatchObject([
      {
        kind: 'review',
        fields: { rating: 5, reviewer_aid: aid },
        cids: { receipt: 'bafyb' },
        signers: [{ aid, keyStateSeq: '0' }],
      },
    ])
  })

  it('says when it is nothing that is known', async () => {
    for (const input of ['', 'hello', '{"a":1}', encodeCbor(new Map([[1, 1]])), Uint8Array.of(0xff)]) {
      const { code, stdout } = await run(['inspect'], input)
      expect(stdout).toContain('not recognised')
      expect(code).toBe(3)
    }
  })

  it('recognises the objects of the vectors as what they are', async () => {
    const members = { cardB64: 'agent card', kelB64: 'key event log', delegationB64: 'delegation' }
    const files: string[] = []
    const kinds: string[] = []
    for (const { op, input, expect: expected } of allVectors()) {
      if (!('ok' in expected) || files.length > 300) continue
      if (!['card.verify', 'kel.replay', 'delegation.verify', 'review.decode', 'receipt.decode'].includes(op))
        continue
      for (const [name, kind] of Object.entries({ ...members, reviewB64: 'review', receiptB64: 'receipt' })) {
        const content = input[name]
        if (typeof content !== 'string' || content === '') continue
        files.push(write(`object-${files.length}`, content))
        kinds.push(kind)
      }
    }
    expect(files.length).toBeGreaterThan(50)
    expect(files.every(existsSync)).toBe(true)
    const { stdout } = await run(['inspect', '--json', ...files])
    const found = stdout
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line).found.map(({ kind }: { kind: string }) => kind))
    expect(found).toEqual(kinds.map((kind) => [kind]))
  })
})
