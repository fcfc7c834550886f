import { toAscii } from '#platform'
import { verify } from '../crypto/ed25519.js'
import { fromBase64url, toBase64url } from '../encoding/base64.js'
import { MAX_UINT64, parseUint64 } from '../encoding/decimal.js'
import { goString } from '../encoding/go-json.js'
import { isJsonObject, type JsonObject, parseJson } from '../encoding/json.js'
import { fromUtf8 } from '../encoding/utf8.js'
import { AnetError, type Result, refuse } from '../errors.js'
import { type Aid, didOf, parseAid } from '../identity/aid.js'
import {
  type CanonicalForm,
  type CardText,
  payloadInText,
  protoStrippedPayload,
  rawPayload,
} from './payload.js'
import type { CardSignature } from './structure.js'

/** The key that a signature names: an agent and one of its key states. */
export type KeyId = { readonly aid: Aid; readonly keyStateSeq: bigint }

/**
 * The `kid` of a key: `did:anet:<aid>#<key state seq>` (PROTOCOL: The signed payload).
 *
 * @throws an {@link AnetError}: `BAD_INPUT` when the seq is no uint64.
 * @example
 * ```ts
 * import { Card, Kel } from 'anet-protocol'
 *
 * Card.formatKid({ aid: Kel.parseAid('bafyreicg')!, keyStateSeq: 3n }) // 'did:anet:bafyreicg#3'
 * ```
 */
export const formatKid = ({ aid, keyStateSeq }: KeyId): string => {
  if (keyStateSeq < 0n || keyStateSeq > MAX_UINT64) {
    throw new AnetError('BAD_INPUT', 'a key state seq is a uint64', 'keyStateSeq')
  }
  return `${didOf(aid)}#${keyStateSeq}`
}

/**
 * Reads the `kid` of a card's signature; undefined when it is outside the grammar.
 *
 * @example
 * ```ts
 * import { Card } from 'anet-protocol'
 *
 * Card.parseKid('did:anet:bafyreicg#3') // { aid: 'bafyreicg', keyStateSeq: 3n }
 * Card.parseKid('did:anet:bafyreicg#03') // undefined
 * ```
 */
export const parseKid = (kid: string): KeyId | undefined => {
  const end = kid.indexOf('#')
  if (end === -1 || !kid.startsWith(DID)) return undefined
  const aid = parseAid(kid.slice(DID.length, end))
  const keyStateSeq = parseUint64(kid.slice(end + 1))
  return aid === undefined || keyStateSeq === undefined ? undefined : { aid, keyStateSeq }
}

const DID = 'did:anet:'

/** The protected header of a new signature, base64url: sorted members, no whitespace, jku left out when empty. */
export const writeProtected = (kid: string, jku: string): string => {
  const location = jku === '' ? '' : `"jku":${goString(jku)},`
  return toBase64url(`{"alg":"EdDSA",${location}"kid":${goString(kid)},"typ":"JOSE"}`)
}

/** What {@link writeProtected} writes when nothing needs an escape: read as any other JSON it costs many times as much. */
const PLAIN_HEADER = /^\{"alg":"EdDSA",(?:"jku":"[ !#-[\]-~]+",)?"kid":"([ !#-[\]-~]*)","typ":"JOSE"\}$/

/** Reads the protected header of a signature: its `kid`, "" when absent. */
export const readProtected = (
  encoded: string,
  path: string,
): Result<{ readonly kid: string }, 'BAD_SIGNATURE_HEADER'> => {
  const fail = (why: string) => refuse('BAD_SIGNATURE_HEADER', why, `${path}.protected`)
  const bytes = fromBase64url(encoded)
  if (bytes === undefined) return fail('the header is no base64url')
  const plain = PLAIN_HEADER.exec(fromUtf8(bytes) ?? '')
  if (plain !== null) return { ok: true, kid: plain[1]! }
  const parsed = parseJson(bytes)
  if (!parsed.ok) return fail(`the header is no strict JSON: ${parsed.detail}`)
  const header = parsed.value
  if (!isJsonObject(header)) return fail('the header is no object')
  if (Object.hasOwn(header, 'crit')) return fail('the header names critical members')
  for (const name of ['alg', 'kid', 'jku', 'typ']) {
    if (Object.hasOwn(header, name) && typeof header[name] !== 'string') return fail(`${name} is no text`)
  }
  if (header.alg !== 'EdDSA') return fail('alg is not EdDSA')
  return { ok: true, kid: Object.hasOwn(header, 'kid') ? (header.kid as string) : '' }
}

/** The bytes a signature is over (RFC 7515 section 5.1), `encoded` being the protected header as it stands. */
export const signingInput = (encoded: string, payload: Uint8Array): Uint8Array =>
  toAscii(`${encoded}.${toBase64url(payload)}`)

/** The payloads of one card, each made when it is first needed; but the bytes at hand are read at once, before they change. */
export type Payloads = { readonly [form in CanonicalForm]: () => Uint8Array }

export const payloadsOf = (json: JsonObject, text: CardText | undefined): Payloads => {
  const inText = text && payloadInText(json, text)
  return {
    'proto-stripped': once(() => inText ?? protoStrippedPayload(json)),
    raw: once(() => rawPayload(json)),
  }
}

/** The form of the payload that a signature verifies over, the canonical one first; undefined when neither does. */
export const verifiedForm = (
  { protected: encoded, signature }: CardSignature,
  publicKey: Uint8Array,
  payloads: Payloads,
): CanonicalForm | undefined => {
  const bytes = fromBase64url(signature)
  if (bytes?.length !== 64) return undefined
  const forms: readonly CanonicalForm[] = ['proto-stripped', 'raw']
  return forms.find((form) => verify(publicKey, signingInput(encoded, payloads[form]()), bytes))
}

const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
