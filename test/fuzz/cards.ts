import { payloadOf } from '../../src/card/payload.js'
import { checkPublishForm } from '../../src/card/publish-form.js'
import { parse } from '../../src/card/structure.js'
import { verify } from '../../src/card/verify.js'
import { verifyJws } from '../../src/card/verify-jws.js'
import { sha256 } from '../../src/crypto/sha256.js'
import { fromBase64 } from '../../src/encoding/base64.js'
import { toHex } from '../../src/encoding/hex.js'
import { replay } from '../../src/identity/replay.js'
import { OPERATION_CODES, PARSE_CARD_CODES } from '../documented-codes.js'
import { allVectors } from '../vector-files.js'
import { jsonMutators } from './mutate-json.js'
import { documented, type Subject } from './subject.js'

type Input = { readonly cardB64: string; readonly kelB64: string; readonly now: string }
type Accepted = { readonly payloadHashHex: string; readonly keyStateSeq: string }

const originals = allVectors().flatMap(({ id, op, input, expect }) => {
  if (op !== 'card.verify' || 'error' in expect) return []
  const { cardB64, kelB64, now } = input as Input
  const { payloadHashHex, keyStateSeq } = expect.ok as Accepted
  const bytes = fromBase64(cardB64)!
  const log = replay(fromBase64(kelB64)!)
  // The largest would take most of the time.
  if (!log.ok || bytes.length > 6000) return []
  return [{ id, bytes, kel: log.kel, now: BigInt(now), payloadHashHex, keyStateSeq }]
})

const hashes = new Map(originals.map(({ id, payloadHashHex }) => [id, payloadHashHex]))

/** Cards: none verifies but with the payload that was signed. */
export const cards: Subject = {
  name: 'cards',
  perMille: 250,
  mutators: jsonMutators,
  cases: originals.map(({ kel, now, payloadHashHex, keyStateSeq, ...original }) => {
    const publicKey = kel.states[Number(keyStateSeq)]!.currentKeys[0]
    return {
      ...original,
      judge: (mutant, other, nth) => {
        const verified = documented('verify', OPERATION_CODES['card.verify']!, verify(mutant, { now, kel }))
        const jws = verifyJws(mutant, { index: nth % 3, publicKey })
        documented('verifyJws', OPERATION_CODES['card.verifyJws']!, jws)
        const payload = documented('payloadOf', OPERATION_CODES['card.payload']!, payloadOf(mutant))
        const form = checkPublishForm(mutant)
        documented('checkPublishForm', OPERATION_CODES['card.publishForm']!, form)
        const parsed = documented('parse', PARSE_CARD_CODES, parse(mutant))
        const hash = payload.ok ? toHex(sha256(payload.protoStripped)) : undefined
        if (form.ok && (!payload.ok || toHex(payload.protoStripped) !== toHex(payload.raw))) {
          throw new Error('a card in publish form has two payloads')
        }
        if (verified.ok && (!parsed.ok || toHex(verified.card.payloadHash) !== hash)) {
          throw new Error('verify read another card than parse and payloadOf')
        }
        if (verified.ok && hash !== payloadHashHex && hash !== hashes.get(other.id)) {
          throw new Error('a card verified whose payload was not signed')
        }
        return verified.ok ? 'accepted' : verified.code
      },
    }
  }),
}
