/**
 * Ed25519 by one rule on every runtime, and SHA-256.
 *
 * Imported as `Crypto` from `anet-protocol`, or from `anet-protocol/crypto`.
 *
 * @module crypto
 */
export * from './ed25519.js'
export * from './sha256.js'
