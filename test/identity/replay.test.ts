import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeCbor } from '../../src/encoding/cbor.js'
import { deactivate, incept, interact } from '../../src/identity/controller.js'
import { extendsKel } from '../../src/identity/extend.js'
import { decodeKel, encodeKel } from '../../src/identity/key-event.js'
import { currentStates, replay } from '../../src/identity/replay.js'
import { verifyObject } from '../../src/identity/verify-object.js'
import { cborValue } from '../encoding/values.js'

const agent = interact(incept({ seed: new Uint8Array(32), timestamp: 1 }), { timestamp: 2 })
const log = encodeKel(agent.kel.events)

const noLog = fc.oneof(fc.uint8Array({ maxLength: 60 }), cborValue.map(encodeCbor))

describe('arbitrary bytes', () => {
  it('are refused as a log, by every function that reads one', () => {
    fc.assert(
      fc.property(noLog, (bytes) => {
        const code = expect.stringMatching(/^KEL_(MALFORMED|EMPTY|BAD_INCEPTION|TOO_LARGE)$/)
        expect(replay(bytes)).toMatchObject({ ok: false, code })
        expect(extendsKel(log, bytes)).toMatchObject({ ok: false, code })
        const stated = { signerAid: agent.kel.aid, keyStateSeq: 0n, msgTime: 0n }
        const signed = { ...stated, preimage: bytes, signature: bytes }
        expect(verifyObject(bytes, signed)).toMatchObject({ ok: false, code: 'UNKNOWN_AID' })
        expect(verifyObject(log, signed)).toMatchObject({ ok: false, code: 'INVALID_SIGNATURE' })
        const decoded = decodeKel(bytes)
        if (decoded.ok) expect(decodeKel(encodeKel(decoded.events))).toEqual(decoded)
        else expect(decoded.code).toBe('KEL_MALFORMED')
      }),
      { numRuns: 500 },
    )
  })
})

describe('a replayed log', () => {
  it('does not change with the bytes it was read from', () => {
    const bytes = Buffer.from(log)
    const replayed = replay(bytes)
    bytes.fill(0)
    expect(replayed).toEqual({ ok: true, kel: agent.kel })
  })

  it('encodes to the bytes it was read from', () => {
    const decoded = decodeKel(log)
    expect(decoded.ok && encodeKel(decoded.events)).toEqual(log)
  })

  it('has no current state once the identity ended', () => {
    expect(currentStates(agent.kel)).toEqual(agent.kel.states)
    expect(currentStates(deactivate(agent, { timestamp: 3 }).kel)).toEqual([])
  })

  it('is held to the limits of its reader', () => {
    expect(replay(log, { maxBytes: log.length, maxEvents: 2 }).ok).toBe(true)
    expect(replay(log, { maxBytes: log.length - 1 })).toMatchObject({ code: 'KEL_TOO_LARGE' })
    expect(replay(log, { maxEvents: 1 })).toMatchObject({ code: 'KEL_TOO_LARGE' })
  })
})

describe('a signed object', () => {
  it.each([-1n, 2n, 2n ** 53n, 2n ** 64n - 1n])('of key state %s is KEY_STATE_DOWNGRADE', (keyStateSeq) => {
    const signed = {
      signerAid: agent.kel.aid,
      keyStateSeq,
      msgTime: 1n,
      preimage: new Uint8Array(),
      signature: new Uint8Array(64),
    }
    expect(verifyObject(agent.kel, signed)).toMatchObject({ ok: false, code: 'KEY_STATE_DOWNGRADE' })
  })
})
