import { verify as nodeVerify } from 'node:crypto'
import { Evidence, Kel, orThrow, Receipt, Task } from 'anet-protocol'
import { agent, NOW } from './agent.js'
import { keyObjectOf } from './key-object.js'
import type { Row } from './measure.js'

const RECORDS = 10_000
const SLICE = 1000

export const receiptRows: readonly Row[] = [
  {
    name: 'receipt.check / ed25519 floor',
    prepare: () => {
      const request = Task.encodeTaskDoc(
        Task.buildTextTask({ words: 'Summarise.', nonce: new Uint8Array(16) }),
      )
      const messages = [
        { from: 'requester', body: 'Summarise.' },
        { from: 'provider', body: 'In short: '.repeat(190) },
      ] as const
      const deliverable = Task.encodeConversation({ version: 2, nonce: 'bench', messages })
      const receipt = Receipt.issue(agent, {
        form: 1,
        interactionId: 'ix-1',
        requesterAid: agent.kel.aid,
        requestCid: Task.requestCid(request),
        resultCid: Task.resultCid(deliverable),
        completedAt: NOW,
      })
      const { preimage, envelope } = orThrow(Receipt.decode(receipt))
      const publicKey = keyObjectOf(agent.kel.states[0]!.currentKeys[0])
      const completion = { receipt, kel: agent.kel, providerAid: agent.kel.aid, request, deliverable }
      const sent = [{ body: 'Summarise.' }]
      return {
        this: () => Receipt.check({ ...completion, sent }).verdict === 'verified',
        against: () => nodeVerify(null, preimage, publicKey, envelope!.sig),
      }
    },
  },
  {
    name: 'evidence.append, the last thousand / the first thousand',
    prepare: () => {
      const chains = chainsOf(RECORDS)
      return {
        this: () => appendSlice(chains.beforeLast, chains.last),
        against: () => appendSlice(Evidence.EMPTY_CHAIN, chains.first),
      }
    },
  },
]

/** The records of one long chain: its first and its last thousand, and the chain before the last. */
const chainsOf = (count: number) => {
  const records: Uint8Array[] = []
  let chain = Evidence.EMPTY_CHAIN
  let beforeLast = chain
  for (let seq = 0; seq < count; seq++) {
    if (seq === count - SLICE) beforeLast = chain
    const record = Evidence.signRecord(agent, {
      chainDid: Kel.didOf(agent.kel.aid),
      seq: BigInt(seq),
      prevId: Evidence.headOf(chain)?.id ?? Evidence.GENESIS_PREV_ID,
      eventType: 'anet.message.sent',
      payload: { interaction_id: `ix-${seq}` },
      timestamp: NOW + BigInt(seq),
    })
    records.push(record)
    chain = Evidence.append(chain, record, agent.kel).chain
  }
  return { first: records.slice(0, SLICE), last: records.slice(-SLICE), beforeLast }
}

const appendSlice = (start: Evidence.Chain, records: readonly Uint8Array[]): boolean => {
  let chain = start
  for (const record of records) {
    const appended = Evidence.append(chain, record, agent.kel)
    if (!appended.outcome.ok) return false
    chain = appended.chain
  }
  return true
}
