import { sha256 } from '../../src/crypto/sha256.js'
import { append, type Chain, EMPTY_CHAIN } from '../../src/evidence/chain.js'
import { decodeRecord, GENESIS_PREV_ID, signRecord } from '../../src/evidence/record.js'
import { incept } from '../../src/identity/controller.js'

export const signer = incept({ seed: sha256('evidence signer') })

/** A record of the signer's own chain that follows one with the id `prevId`. */
export const recordAt = (seq: number, prevId: string, note = ''): Uint8Array =>
  signRecord(signer, {
    chainDid: `did:anet:${signer.kel.aid}`,
    seq: BigInt(seq),
    prevId,
    eventType: seq % 3 === 0 ? 'anet.payment.authorized' : 'anet.message.sent',
    payload: { amount: `${seq}`, note },
    timestamp: 1_767_225_600_000n + BigInt(seq),
  })

/** The id that a record states. */
export const idOf = (encoded: Uint8Array): string => {
  const decoded = decodeRecord(encoded)
  if (!decoded.ok) throw new Error(decoded.detail)
  return decoded.record.id ?? ''
}

/** The records of one valid chain, in order. */
export const chainOf = (length: number): readonly Uint8Array[] => {
  const records: Uint8Array[] = []
  let prevId: string = GENESIS_PREV_ID
  for (let seq = 0; seq < length; seq++) {
    const encoded = recordAt(seq, prevId)
    records.push(encoded)
    prevId = idOf(encoded)
  }
  return records
}

/** The chain after some records, whatever becomes of each. */
export const grown = (records: readonly Uint8Array[], from: Chain = EMPTY_CHAIN): Chain =>
  records.reduce((chain, encoded) => append(chain, encoded, signer.kel).chain, from)
