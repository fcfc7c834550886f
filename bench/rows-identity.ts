import { verify as nodeVerify } from 'node:crypto'
import { Crypto, Encoding, Kel } from 'anet-protocol'
import { NOW, seedOf } from './agent.js'
import { keyObjectOf } from './key-object.js'
import type { Row } from './measure.js'

const EVENTS = 256

export const identityRows: readonly Row[] = [
  {
    name: 'kel.replay 256 / 256 ed25519',
    prepare: () => {
      const events = rotations(EVENTS)
      const log = Kel.encodeKel(events.map(({ signed }) => signed))
      const limits = { maxBytes: log.length }
      return {
        this: () => Kel.replay(log, limits).ok,
        against: () =>
          events.every(({ preimage, signer, signed: { sig } }) => nodeVerify(null, preimage, signer, sig!)),
      }
    },
  },
]

/**
 * The events of a log that is rotated again and again. Written out here because Kel.rotate replays the log each time, and
 * so that the preimages do not come from what they are compared to.
 */
const rotations = (count: number) => {
  const seeds = Array.from({ length: count + 1 }, (_, i) => seedOf(`rotation ${i}`))
  const keys = seeds.map(Crypto.publicKeyOf)
  const ids: string[] = []
  return Array.from({ length: count }, (_, i) => {
    const isInception = i === 0
    const event = {
      ...(isInception ? {} : { aid: ids[0]!, prev: ids.at(-1)! }),
      seq: BigInt(i),
      type: isInception ? 'icp' : 'rot',
      keys: [keys[i]!],
      nextDigest: Crypto.sha256(keys[i + 1]!),
      threshold: 1,
      timestamp: NOW + BigInt(i),
    }
    const preimage = Encoding.encodeCbor(
      new Map<Encoding.CborValue, Encoding.CborValue>([
        ...(isInception ? [] : [[1, ids[0]!] as const, [3, ids.at(-1)!] as const]),
        [2, i],
        [4, event.type],
        [5, event.keys],
        [6, event.nextDigest],
        [7, event.threshold],
        [8, Number(event.timestamp)],
      ]),
    )
    const eventId = Encoding.cidOf(preimage)
    const signerIndex = Math.max(i - 1, 0)
    ids.push(eventId)
    return {
      preimage,
      signer: keyObjectOf(keys[signerIndex]!),
      signed: { event, sig: Crypto.sign(seeds[signerIndex]!, preimage), eventId },
    }
  })
}
