/**
 * Agent cards, receipts and x402 quotes of the ANet agent network, as pure functions that check what a stranger signed.
 *
 * @module anet-protocol
 */
export * as Card from './card/index.js'
export * as Conformance from './conformance/index.js'
export * as Crypto from './crypto/index.js'
export * as Encoding from './encoding/index.js'
export * from './errors.js'
export * as Evidence from './evidence/index.js'
export * as Kel from './identity/index.js'
export * as Payment from './payment/index.js'
export * as Quote from './payment/quote.js'
export * as Spending from './payment/spend.js'
export * as Receipt from './receipt/index.js'
export * as Task from './task/index.js'
