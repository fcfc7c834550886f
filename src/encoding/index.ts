/**
 * The byte forms of the protocol: CoreDet-CBOR, CIDs, strict I-JSON, canonical JSON (JCS), Go-style JSON strings,
 * base64 and hex, each with one spelling per value.
 *
 * Imported as `Encoding` from `anet-protocol`, or from `anet-protocol/encoding`.
 *
 * @module encoding
 */
export * from './base64.js'
export { type CborFloat, type CborValue, decodeCbor, encodeCbor } from './cbor.js'
export * from './cid.js'
export * from './go-json.js'
export * from './hex.js'
export { canonicalize } from './jcs.js'
export { type JsonObject, type JsonValue, parseJson } from './json.js'
