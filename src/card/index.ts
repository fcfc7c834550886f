/**
 * Agent cards (A2A 1.0): parse and verify what a stranger published, check the publish form, sign one's own, and keep
 * the high-water mark of each agent.
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
