import { verify as nodeVerify } from 'node:crypto'
import { type Card, Kel, Quote, Spending } from 'anet-protocol'
import { agent, NOW } from './agent.js'
import { keyObjectOf } from './key-object.js'
import type { Row, Sides } from './measure.js'

const { aid } = agent.kel
const network = Kel.networkOf(aid)

export const paymentRows: readonly Row[] = [
  { name: 'quote.evaluate / ed25519 floor', prepare: () => overFloor(0) },
  { name: 'quote.evaluate, window of 1,000 / ed25519 floor', prepare: () => overFloor(1000) },
  { name: 'quote.evaluate, window of 10,000 / ed25519 floor', prepare: () => overFloor(10_000) },
]

/** A quote within the signed price and the limits, over one verification of a signature. */
const overFloor = (entries: number): Sides => {
  const list = {
    aid,
    network,
    asset: 'credit',
    prices: new Map([['forecast', 3n]]),
    skillIds: ['forecast'],
    fetchedAt: NOW,
  } as unknown as Card.PriceList
  const situation: Quote.Situation = {
    required: Quote.build([{ network, amount: 3n, payTo: aid }]),
    task: { kind: 'capability', skillId: 'forecast' },
    providerAid: aid,
    purpose: 'task-auto',
    signedPrices: list,
    payableNetworks: [network],
    limits: { ...Spending.DEFAULT_LIMITS, autoMax: 5n, agentDailyMax: 100_000n, dailyMax: 100_000n },
    payees: [aid],
    ledger: Array.from({ length: entries }, (_, i) => ({
      at: NOW - BigInt(i),
      amount: 1n,
      purpose: 'task-auto',
    })),
    now: NOW,
  }
  const message = new TextEncoder().encode('x'.repeat(200))
  const { sig } = Kel.sign(agent, message)
  const publicKey = keyObjectOf(agent.kel.states[0]!.currentKeys[0])
  return {
    this: () => Quote.evaluate(situation).decision === 'pay',
    against: () => nodeVerify(null, message, publicKey, sig),
  }
}
