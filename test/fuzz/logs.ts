import { fromBase64 } from '../../src/encoding/base64.js'
import { toHex } from '../../src/encoding/hex.js'
import { extendsKel } from '../../src/identity/extend.js'
import { decodeKel, encodeKel, eventPreimage } from '../../src/identity/key-event.js'
import { replay } from '../../src/identity/replay.js'
import { verifyObject } from '../../src/identity/verify-object.js'
import { DECODE_KEL_CODES, OPERATION_CODES } from '../documented-codes.js'
import { allVectors } from '../vector-files.js'
import { cborMutators } from './mutate-cbor.js'
import { documented, type Subject } from './subject.js'

/** Anyone can sign for a key of low order, so its log cannot show that a reader refuses what nobody signed. */
const FORGEABLE = 'kel.replay/low-order-key'

const originals = allVectors().flatMap(({ id, op, input, expect }) => {
  if (op !== 'kel.replay' || 'error' in expect || id === FORGEABLE) return []
  const bytes = fromBase64(input.kelB64 as string)!
  const decoded = decodeKel(bytes)
  // The largest would take most of the time.
  if (!decoded.ok || bytes.length > 4000) return []
  return [{ id, bytes, preimages: decoded.events.map(({ event }) => toHex(eventPreimage(event))) }]
})

const statements = new Map(originals.map(({ id, preimages }) => [id, preimages]))

const isPrefix = (short: readonly string[], long: readonly string[]): boolean =>
  short.every((preimage, i) => preimage === long[i])

/** Key event logs: none replays but with the events that were signed, in their order. */
export const logs: Subject = {
  name: 'logs',
  perMille: 180,
  mutators: cborMutators,
  cases: originals.map(({ preimages, ...original }) => ({
    ...original,
    judge: (mutant, other, nth) => {
      const replayed = documented('replay', OPERATION_CODES['kel.replay']!, replay(mutant))
      const decoded = documented('decodeKel', DECODE_KEL_CODES, decodeKel(mutant))
      if (decoded.ok) {
        const again = encodeKel(decoded.events)
        const twice = decodeKel(again)
        if (!twice.ok || toHex(encodeKel(twice.events)) !== toHex(again)) {
          throw new Error('a log does not read back as it was written')
        }
      }
      if (nth % 8 === 0) {
        const codes = OPERATION_CODES['kel.extends']!
        documented('extendsKel', codes, extendsKel(mutant, original.bytes))
        const extended = documented('extendsKel', codes, extendsKel(original.bytes, mutant))
        if (extended.ok && !isPrefix(preimages, extended.kel.preimages.map(toHex))) {
          throw new Error('a log extended one it does not begin with')
        }
        const stated = {
          signerAid: replayed.ok ? replayed.kel.aid : 'a',
          keyStateSeq: BigInt(nth % 7),
          msgTime: 0n,
        }
        const signed = { ...stated, preimage: mutant, signature: mutant.subarray(0, 64) }
        const object = documented(
          'verifyObject',
          OPERATION_CODES['object.verify']!,
          verifyObject(mutant, signed),
        )
        if (object.ok) throw new Error('an object verified that nobody signed')
      }
      if (!replayed.ok) return replayed.code
      const stated = replayed.kel.preimages.map(toHex)
      if (!isPrefix(stated, preimages) && !isPrefix(stated, statements.get(other.id)!)) {
        throw new Error('a log replayed whose events were not signed')
      }
      return 'accepted'
    },
  })),
}
