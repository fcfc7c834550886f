import { sha256 } from '../crypto/sha256.js'
import { AnetError, type Failure, type Result, refuse } from '../errors.js'
import type { Aid } from '../identity/aid.js'
import type { ReplayedKel } from '../identity/replay.js'
import { kelOf, stateAt } from '../identity/verify-object.js'
import { type Charge, chargeOf } from './charge.js'
import { type Payloads, parseKid, payloadsOf, readProtected, verifiedForm } from './jws.js'
import type { CanonicalForm } from './payload.js'
import {
  type CardContent,
  type CardSignature,
  type ParsedCard,
  readCard,
  type StructureCode,
} from './structure.js'

/** How far the clocks of two honest nodes may be apart, milliseconds. */
const CLOCK_SKEW = 300_000n

/**
 * Where the key event log of an agent comes from: the log at hand, as bytes or replayed; a function that looks it up,
 * called at most once and only for the card's own agent; or undefined, when it could not be had. A function answers
 * undefined when the lookup failed.
 */
export type KelSource = KelAtHand | ((aid: Aid) => KelAtHand)

/** The log of an agent: its bytes within the default limits, or replayed; undefined when it could not be had. */
export type KelAtHand = Uint8Array | ReplayedKel | undefined

/** Why a card is refused. */
export type VerifyCode =
  | StructureCode
  | 'CARD_NOT_YET_VALID'
  | 'BAD_SIGNATURE_HEADER'
  | 'UNKNOWN_AID'
  | 'KEY_NOT_CURRENT'
  | 'INVALID_SIGNATURE'
  | 'KEL_UNAVAILABLE'

/**
 * A card whose signature verified with a key that its agent's log names now. Made by {@link verify} alone: prices,
 * charge and the high-water mark are taken from nothing else.
 */
export type VerifiedCard = Omit<CardContent, 'aid'> & {
  readonly aid: Aid
  /** The key state that signed the entry that passed. */
  readonly keyStateSeq: bigint
  /** The form of the payload that the entry verified over. */
  readonly canonicalForm: CanonicalForm
  /** SHA-256 of the proto-stripped payload, whichever form verified: equal hashes are equal statements. */
  readonly payloadHash: Uint8Array
  readonly charge: Charge
  readonly [verified]: true
}
declare const verified: unique symbol

/**
 * Verifies a network card: the checks of {@link parse}, then its time and its signatures (PROTOCOL: Verifying a network
 * card). The first signature that passes is reported.
 *
 * Refusals: those of {@link parse}; `CARD_NOT_YET_VALID` when notBefore lies more than 300,000 ms after `now`; and when
 * no signature passes, `KEL_UNAVAILABLE` if the log was needed and could not be had (validity is unknown: try again),
 * else the refusal of the first: `BAD_SIGNATURE_HEADER`, `BINDING_MISMATCH` (its kid names another agent), `UNKNOWN_AID` (the
 * log does not replay to the agent), `KEY_NOT_CURRENT` (a rotated key gets no grace), `INVALID_SIGNATURE`.
 *
 * @param options - `now` in unix milliseconds, and the agent's log
 * @throws an {@link AnetError}: `BAD_INPUT` for a `now` that is no bigint, whatever the card; for a card that is neither bytes
 * nor parsed by {@link parse}; for a log that is neither bytes nor replayed, such as the promise of an async lookup.
 * @example
 * ```ts
 * import { Card, Kel } from 'anet-protocol'
 *
 * const seed = new Uint8Array(32)
 * const { kel } = Kel.incept({ seed })
 * const params = { aid: kel.aid, seq: '1', issuedAt: '1767225600000', notBefore: '1767225600000' }
 * const card = {
 *   name: 'Echo',
 *   description: 'Says it again.',
 *   version: '1.0.0',
 *   supportedInterfaces: [{ url: 'https://echo.example.org', protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
 *   capabilities: {
 *     streaming: false,
 *     pushNotifications: false,
 *     extensions: [{ uri: Card.URIS.anetCard, params }],
 *   },
 *   defaultInputModes: ['text/plain'],
 *   defaultOutputModes: ['text/plain'],
 *   skills: [{ id: 'echo', name: 'Echo', description: 'Says it again.', tags: ['text'] }],
 * }
 * const signed = Card.sign(card, { seed, kid: Card.formatKid({ aid: kel.aid, keyStateSeq: 0n }) })
 *
 * Card.verify(signed, { now: 1767225600000n, kel }) // { ok: true, card: { name: 'Echo', charge: 'free', seq: 1n, … } }
 * Card.verify(signed, { now: 0n, kel }) // { ok: false, code: 'CARD_NOT_YET_VALID', … }
 * Card.verify(signed, { now: 1767225600000n, kel: undefined }) // { ok: false, code: 'KEL_UNAVAILABLE', … }
 * ```
 */
export const verify = (
  card: Uint8Array | ParsedCard,
  { now, kel }: { readonly now: bigint; readonly kel: KelSource },
): Result<{ readonly card: VerifiedCard }, VerifyCode> => {
  if (typeof now !== 'bigint')
    throw new AnetError('BAD_INPUT', 'now is a bigint of milliseconds: BigInt(Date.now())', 'now')
  if (!(card instanceof Uint8Array || typeof card?.notBefore === 'bigint'))
    throw new AnetError('BAD_INPUT', 'the card is its bytes, or what Card.parse gave', 'card')
  const read = card instanceof Uint8Array ? readCard(card) : { ok: true as const, card, text: undefined }
  if (!read.ok) return read
  const { card: claimed, text } = read
  if (claimed.notBefore > now + CLOCK_SKEW) {
    return refuse('CARD_NOT_YET_VALID', `the card is valid from ${claimed.notBefore} on, now is ${now}`)
  }
  const evidence: Evidence = {
    card: claimed,
    log: lookedUpOnce(kel),
    payloads: payloadsOf(claimed.json, text),
  }
  const failures: Failure<VerifyCode>[] = []
  for (const [i, signature] of claimed.signatures.entries()) {
    const judged = judgeSignature(signature, `signatures[${i}]`, evidence)
    if (judged.ok) return { ok: true, card: verifiedCard(evidence, judged.signer) }
    failures.push(judged)
  }
  return failures.find(({ code }) => code === 'KEL_UNAVAILABLE') ?? failures[0]!
}

/** What the signatures of a card are judged by. */
type Evidence = {
  readonly card: ParsedCard
  readonly log: (aid: Aid) => Result<{ readonly kel: ReplayedKel }, 'KEL_UNAVAILABLE' | 'UNKNOWN_AID'>
  readonly payloads: Payloads
}

type Signer = Pick<VerifiedCard, 'aid' | 'keyStateSeq' | 'canonicalForm'>

const judgeSignature = (
  signature: CardSignature,
  path: string,
  { card, log, payloads }: Evidence,
): Result<{ readonly signer: Signer }, VerifyCode> => {
  const header = readProtected(signature.protected, path)
  if (!header.ok) return header
  const kid = parseKid(header.kid)
  if (kid === undefined) {
    return refuse('BAD_SIGNATURE_HEADER', 'the kid is no did:anet:<aid>#<seq>', `${path}.protected`)
  }
  const { aid, keyStateSeq } = kid
  if (aid !== card.aid) return refuse('BINDING_MISMATCH', 'the kid names another agent', `${path}.protected`)
  const found = log(aid)
  if (!found.ok) return found
  const state = stateAt(found.kel, keyStateSeq)
  if (state?.status !== 'active') {
    return refuse(
      'KEY_NOT_CURRENT',
      `key state ${keyStateSeq} is not one the log names now`,
      `${path}.protected`,
    )
  }
  const canonicalForm = verifiedForm(signature, state.currentKeys[0], payloads)
  if (canonicalForm === undefined) {
    return refuse('INVALID_SIGNATURE', 'the signature does not verify over the card', `${path}.signature`)
  }
  return { ok: true, signer: { aid, keyStateSeq, canonicalForm } }
}

const verifiedCard = ({ card, payloads }: Evidence, signer: Signer): VerifiedCard => {
  const passed: Omit<VerifiedCard, typeof verified> = {
    json: card.json,
    signatures: card.signatures,
    aid: signer.aid,
    seq: card.seq,
    issuedAt: card.issuedAt,
    notBefore: card.notBefore,
    name: card.name,
    skillIds: card.skillIds,
    keyStateSeq: signer.keyStateSeq,
    canonicalForm: signer.canonicalForm,
    payloadHash: sha256(payloads['proto-stripped']()),
    charge: chargeOf(card.json),
  }
  return passed as VerifiedCard
}

/** The log of the card's agent, looked up when it is first needed and never again. */
const lookedUpOnce = (source: KelSource): Evidence['log'] => {
  let found: ReturnType<Evidence['log']> | undefined
  return (aid) => {
    found ??= lookUp(source, aid)
    return found
  }
}

const lookUp = (source: KelSource, aid: Aid): ReturnType<Evidence['log']> => {
  const log = typeof source === 'function' ? source(aid) : source
  return log === undefined
    ? refuse('KEL_UNAVAILABLE', 'the key event log could not be had: validity is unknown')
    : kelOf(aid, log)
}
