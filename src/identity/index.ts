/**
 * Who signs: identifiers, key event logs and their replay, the verification of signed objects, and the controller of
 * an identity of one's own.
 *
 * {@link replay} checks a log event by event, each against the ones before it, and names the first that fails; the key states
 * it gives are what every other verdict rests on. {@link verifyObject} judges one signature: the log, the key state it names,
 * the bytes, and whether that state still counted at the time of the message. {@link extendsKel} compares a newer log with the
 * one held: an extension, or a fork, which is proof of a key used twice.
 *
 * Imported as `Kel` from `anet-protocol`, or from `anet-protocol/identity`.
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
