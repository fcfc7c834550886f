/**
 * Who signs: identifiers, key event logs and their replay, the verification of signed objects, and the controller of
 * an identity of one's own.
 *
 * @module identity
 */
export * from './aid.js'
export * from './controller.js'
export type { Envelope, RawEnvelope } from './envelope.js'
export { extendsKel } from './extend.js'
export {
  decodeKel,
  encodeKel,
  type KelCode,
  type KelLimits,
  type KeyEvent,
  type SignedEvent,
} from './key-event.js'
export * from './network.js'
export * from './replay.js'
export { type ObjectCode, type ObjectSignature, verifyObject } from './verify-object.js'
