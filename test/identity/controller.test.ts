import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { publicKeyOf } from '../../src/crypto/ed25519.js'
import { sha256 } from '../../src/crypto/sha256.js'
import { AnetError } from '../../src/errors.js'
import {
  type Controller,
  deactivate,
  delegate,
  exportController,
  incept,
  interact,
  restoreController,
  rotate,
  sign,
} from '../../src/identity/controller.js'
import { extendsKel } from '../../src/identity/extend.js'
import { encodeKel } from '../../src/identity/key-event.js'
import { replay } from '../../src/identity/replay.js'
import { verifyObject } from '../../src/identity/verify-object.js'
import { deepFreeze } from '../deep-freeze.js'

const seedOf = (name: string | number): Uint8Array => sha256(`controller test ${name}`)

const time = fc.oneof(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), fc.nat())

type Step =
  | {
      readonly do: 'rotate'
      readonly commitAs: 'seed' | 'digest' | 'none'
      readonly timestamp: bigint | number
    }
  | { readonly do: 'delegate'; readonly deviceKey: Uint8Array; readonly timestamp: bigint | number }
  | { readonly do: 'interact' | 'deactivate'; readonly timestamp: bigint | number }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('rotate' as const),
      commitAs: fc.constantFrom('seed' as const, 'seed' as const, 'digest' as const, 'none' as const),
      timestamp: time,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('delegate' as const),
      deviceKey: fc.uint8Array({ maxLength: 70 }),
      timestamp: time,
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('interact' as const), timestamp: time }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('deactivate' as const), timestamp: time }) },
)

/** What the log must say, kept beside the controller by simpler means. */
type Model = {
  keys: Uint8Array[]
  retiredBy: { readonly index: number; readonly at: bigint }[]
  devices: number[]
  deactivatedAt: number | undefined
  next: { readonly seed: Uint8Array; readonly isHeld: boolean } | undefined
}

const expectStates = ({ kel }: Controller, { keys, retiredBy, devices, deactivatedAt }: Model): void => {
  const expected = keys.map((key, index) => {
    const retirement = retiredBy.find((retirement) => retirement.index > index)
    return {
      keyStateSeq: BigInt(index),
      currentKeys: [key],
      status: index === deactivatedAt ? 'deactivated' : retirement === undefined ? 'active' : 'rotated',
      supersededAt: retirement?.at ?? 0n,
      devices: devices[index],
    }
  })
  const actual = kel.states.map((state) => ({
    keyStateSeq: state.keyStateSeq,
    currentKeys: state.currentKeys,
    status: state.status,
    supersededAt: state.supersededAt,
    devices: state.delegatedKeys.length,
  }))
  expect(actual).toEqual(expected)
}

const expectCode = (work: () => unknown, code: string): void => {
  expect(work).toThrow(AnetError)
  expect(work).toThrow(expect.objectContaining({ code }))
}

/** Takes a step, in the model too; gives the same controller where the step must be refused. */
const take = (controller: Controller, model: Model, step: Step, n: number): Controller => {
  const isUnchanged = deepFreeze([controller, step])
  const index = model.keys.length
  const key = model.keys.at(-1)!
  const { timestamp } = step
  let after = controller
  let work: () => Controller
  if (step.do === 'rotate') {
    const { next } = model
    const seed = seedOf(n)
    const commitment =
      step.commitAs === 'seed'
        ? { nextSeed: seed }
        : step.commitAs === 'digest'
          ? { nextDigest: sha256(publicKeyOf(seed)) }
          : {}
    const revealed = next === undefined || next.isHeld ? {} : { seed: next.seed }
    work = () => rotate(controller, { ...revealed, ...commitment, timestamp })
    if (next === undefined) {
      expectCode(work, 'BAD_INPUT')
      work = () => rotate(controller, { seed: seedOf('never committed'), timestamp })
      if (model.deactivatedAt === undefined) {
        expectCode(work, 'KEL_UNCOMMITTED_ROTATION')
        return controller
      }
    }
    if (model.deactivatedAt === undefined) {
      after = work()
      model.keys.push(publicKeyOf(next!.seed))
      model.retiredBy.push({ index, at: BigInt(timestamp) })
      model.next = step.commitAs === 'none' ? undefined : { seed, isHeld: step.commitAs === 'seed' }
    }
  } else {
    work = () => {
      if (step.do === 'delegate') return delegate(controller, step)
      return step.do === 'interact' ? interact(controller, step) : deactivate(controller, step)
    }
    if (model.deactivatedAt === undefined) {
      after = work()
      model.keys.push(key)
      if (step.do === 'deactivate') {
        model.retiredBy.push({ index, at: BigInt(timestamp) })
        model.deactivatedAt = index
      }
    }
  }
  if (after === controller) expectCode(work, 'KEL_AFTER_DEACTIVATION')
  else model.devices.push(model.devices.at(-1)! + (step.do === 'delegate' ? 1 : 0))
  isUnchanged()
  return after
}

describe('any sequence of events', () => {
  it('gives a log that replays to the states it must have, and a controller that restores', () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 12 }),
        fc.option(time, { nil: undefined }),
        (steps, timestamp) => {
          const seed = seedOf('first')
          const nextSeed = seedOf('second')
          let controller = incept({ seed, nextSeed, ...(timestamp === undefined ? {} : { timestamp }) })
          const model: Model = {
            keys: [publicKeyOf(seed)],
            retiredBy: [],
            devices: [0],
            deactivatedAt: undefined,
            next: { seed: nextSeed, isHeld: true },
          }
          for (const [n, step] of steps.entries()) {
            const before = controller
            controller = take(before, model, step, n)
            expectStates(controller, model)
            expect(controller.kel.aid).toBe(before.kel.aid)
            const [older, newer] = [encodeKel(before.kel.events), encodeKel(controller.kel.events)]
            expect(extendsKel(older, newer).ok).toBe(true)
            if (controller !== before) {
              expect(extendsKel(newer, older)).toMatchObject({ ok: false, code: 'KEL_ROLLBACK' })
            }
          }
          expect(replay(encodeKel(controller.kel.events))).toEqual({ ok: true, kel: controller.kel })
          const exported = exportController(controller)
          const isUnchanged = deepFreeze(exported)
          expect(restoreController(exported)).toEqual({ ok: true, controller })
          isUnchanged()
        },
      ),
      { numRuns: 50 },
    )
  })

  it('signs with the current key, until the identity ends', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), fc.uint8Array(), (steps, preimage) => {
        let controller = incept({ seed: seedOf('first'), nextSeed: seedOf('second') })
        const model: Model = {
          keys: [publicKeyOf(seedOf('first'))],
          retiredBy: [],
          devices: [0],
          deactivatedAt: undefined,
          next: { seed: seedOf('second'), isHeld: true },
        }
        for (const [n, step] of steps.entries()) controller = take(controller, model, step, n)
        if (model.deactivatedAt !== undefined)
          return expectCode(() => sign(controller, preimage), 'REVOKED_KEY')
        const { signerAid, keyStateSeq, alg, sig } = sign(controller, preimage)
        expect([signerAid, keyStateSeq, alg]).toEqual([
          controller.kel.aid,
          BigInt(model.keys.length - 1),
          -8n,
        ])
        const signed = { signerAid, keyStateSeq, msgTime: 1n, preimage, signature: sig }
        expect(verifyObject(controller.kel, signed).ok).toBe(true)
        expect(verifyObject(encodeKel(controller.kel.events), signed).ok).toBe(true)
        const other = { ...signed, preimage: Uint8Array.of(...preimage, 0) }
        expect(verifyObject(controller.kel, other)).toMatchObject({ ok: false, code: 'INVALID_SIGNATURE' })
      }),
      { numRuns: 50 },
    )
  })
})

describe('what the caller got wrong', () => {
  const controller = incept({ seed: seedOf(1), nextSeed: seedOf(2) })

  it.each([1.5, -1, Number.NaN, 2 ** 60, 2n ** 64n, -1n])('a timestamp of %s is BAD_INPUT', (timestamp) => {
    expectCode(() => incept({ seed: seedOf(1), timestamp }), 'BAD_INPUT')
    expectCode(() => rotate(controller, { timestamp }), 'BAD_INPUT')
    expectCode(() => interact(controller, { timestamp }), 'BAD_INPUT')
    expectCode(() => deactivate(controller, { timestamp }), 'BAD_INPUT')
  })

  it.each([0, 31, 33, 64])('a seed of %i bytes is BAD_INPUT', (length) => {
    const seed = new Uint8Array(length)
    expectCode(() => incept({ seed }), 'BAD_INPUT')
    expectCode(() => incept({ seed: seedOf(1), nextSeed: seed }), 'BAD_INPUT')
    expectCode(() => rotate(controller, { seed, timestamp: 1 }), 'BAD_INPUT')
  })

  it('a log that grows past the limits is KEL_TOO_LARGE', () => {
    expectCode(() => interact(controller, { timestamp: 1 }, { maxEvents: 1 }), 'KEL_TOO_LARGE')
    expectCode(() => interact(controller, { timestamp: 1 }, { maxBytes: 300 }), 'KEL_TOO_LARGE')
    expect(interact(controller, { timestamp: 1 }, { maxEvents: 2 }).kel.states).toHaveLength(2)
  })
})

describe('restoreController', () => {
  const first = incept({ seed: seedOf(1), nextSeed: seedOf(2) })
  const exported = exportController(first)
  const rotated = exportController(rotate(first, { nextSeed: seedOf(3), timestamp: 1 }))
  const uncommitted = exportController(incept({ seed: seedOf(1) }))

  it.each([
    ['another seed', { ...exported, seed: seedOf(9) }, 'seed'],
    ['the next seed for the current one', { ...exported, seed: seedOf(2) }, 'seed'],
    ['a seed of another length', { ...exported, seed: new Uint8Array(31) }, 'seed'],
    ['another next seed', { ...exported, nextSeed: seedOf(9) }, 'nextSeed'],
    ['a next seed of another length', { ...exported, nextSeed: new Uint8Array(33) }, 'nextSeed'],
    ['a next seed where none is committed to', { ...uncommitted, nextSeed: seedOf(2) }, 'nextSeed'],
    ['the seed from before a rotation', { ...rotated, seed: seedOf(1) }, 'seed'],
    ['the next seed from before a rotation', { ...rotated, nextSeed: seedOf(2) }, 'nextSeed'],
  ])('refuses %s as SEEDS_MISMATCH', (_, exported, path) => {
    expect(restoreController(exported)).toMatchObject({ ok: false, code: 'SEEDS_MISMATCH', path })
  })

  it('does without the next seed', () => {
    const { nextSeed: _, ...without } = exported
    const { nextSeed: __, ...controller } = first
    expect(restoreController(without)).toEqual({ ok: true, controller })
  })

  it('answers arbitrary bytes', () => {
    const bytes = fc.uint8Array({ maxLength: 80 })
    fc.assert(
      fc.property(bytes, bytes, fc.option(bytes, { nil: undefined }), (kel, seed, nextSeed) => {
        expect(restoreController({ kel, seed, ...(nextSeed && { nextSeed }) }).ok).toBe(false)
        const wrong = restoreController({ ...exported, seed, ...(nextSeed && { nextSeed }) })
        expect(wrong).toMatchObject({ ok: false, code: 'SEEDS_MISMATCH' })
      }),
    )
  })
})
