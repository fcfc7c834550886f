/**
 * Ed25519 by one rule on every runtime, and SHA-256.
 *
 * @module crypto
 */
export * from './ed25519.js'
export * from './sha256.js'
