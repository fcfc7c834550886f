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
export * as Kel from './identity/index.js'
