/**
 * Agent cards (A2A 1.0): parse and verify what a stranger published, check the publish form, sign one's own, and keep
 * the high-water mark of each agent.
 *
 * A card is read once ({@link parse}: limits, strict JSON, content, a signature, the binding of its relay interfaces) and
 * verified with its agent's key event log ({@link verify}): its time, then each signature, by its header, its kid, the log, the
 * current key and the bytes that were signed. The first check that fails is the verdict; a log that could not be had is no
 * verdict on the card. What only a verified card may tell takes a {@link VerifiedCard}: its prices ({@link readPrices}), what it
 * charges for, and its mark ({@link judgeHighWater}). In the other direction {@link buildPublic} and {@link buildExtended} make a
 * card of a node's configuration and {@link sign} signs it.
 *
 * Imported as `Card` from `anet-protocol`, or from `anet-protocol/card`.
 *
 * @module card
 */
export * from './access.js'
export * from './build.js'
export type { Charge } from './charge.js'
export * from './configuration.js'
export * from './fetch.js'
export * from './high-water.js'
export * from './jwks.js'
export { formatKid, type KeyId, parseKid } from './jws.js'
export { type CanonicalForm, payloadOf } from './payload.js'
export * from './prices.js'
export * from './publish-form.js'
export * from './reissue.js'
export * from './sign.js'
export {
  CARD_LIMITS,
  type CardContent,
  type CardSignature,
  type ParsedCard,
  parse,
  type StructureCode,
} from './structure.js'
export * from './uris.js'
export * from './verify.js'
export * from './verify-jws.js'
