/**
 * What a refusal looks like, and the one table of the codes a refusal may carry.
 *
 * Functions that read what a stranger sent return a {@link Result} and never throw. What the caller itself got
 * wrong (a 31-byte seed, a card not in publish form at signing) throws an {@link AnetError} with a code of the same table.
 */

/** The areas of the protocol, as the vectors' folders name them. */
export type Area = 'encoding' | 'identity' | 'card'

type CodeEntry = { readonly area: Area; readonly meaning: string }

/**
 * Every code this library answers with, its area and its meaning. The vocabulary is constant: a code is never
 * renamed and never reused for another cause.
 *
 * @example
 * ```ts
 * import { CODES } from 'anet-protocol'
 *
 * CODES.KEL_FORK.meaning // 'the newer log differs from the older one at some event'
 * ```
 */
export const CODES = {
  BAD_INPUT: { area: 'encoding', meaning: 'the caller passed a value this function does not take' },
  MALFORMED_CBOR: { area: 'encoding', meaning: 'the bytes are not one CoreDet-CBOR value' },
  MALFORMED_JSON: { area: 'encoding', meaning: 'the bytes are not one strict I-JSON value' },

  KEL_MALFORMED: { area: 'identity', meaning: 'the bytes are not a list of signed events' },
  KEL_TOO_LARGE: { area: 'identity', meaning: 'the log has more bytes or events than the reader takes' },
  KEL_EMPTY: { area: 'identity', meaning: 'the log holds no event' },
  KEL_BAD_INCEPTION: { area: 'identity', meaning: 'the first event is no icp, or has a seq or a prev' },
  KEL_AID_MISMATCH: { area: 'identity', meaning: 'an event names another identifier, or an icp names any' },
  KEL_BAD_SEQ: { area: 'identity', meaning: 'the seq of an event is not that of the one before plus one' },
  KEL_BROKEN_LINK: { area: 'identity', meaning: 'the prev of an event is not the id of the one before' },
  KEL_AFTER_DEACTIVATION: { area: 'identity', meaning: 'an event follows the deactivation' },
  KEL_UNKNOWN_EVENT: { area: 'identity', meaning: 'the type of a later event is none of rot, ixn, drt, dip' },
  KEL_BAD_KEYS: {
    area: 'identity',
    meaning: 'an event has another number of keys, or a key of another length',
  },
  KEL_UNCOMMITTED_ROTATION: {
    area: 'identity',
    meaning: 'the key of a rotation is not the one the last establishment event committed to',
  },
  KEL_BAD_SIGNATURE: { area: 'identity', meaning: 'the signature of an event does not verify' },
  KEL_FORK: { area: 'identity', meaning: 'the newer log differs from the older one at some event' },
  KEL_ROLLBACK: { area: 'identity', meaning: 'the newer log is only the beginning of the older one' },
  UNKNOWN_AID: {
    area: 'identity',
    meaning: 'the key event log does not replay, or is that of another identifier',
  },
  KEY_STATE_DOWNGRADE: { area: 'identity', meaning: 'the signature names a key state beyond the log' },
  INVALID_SIGNATURE: { area: 'identity', meaning: 'the signature does not verify under the named key state' },
  REVOKED_KEY: { area: 'identity', meaning: 'the key state was retired when the object was signed' },
  UNSIGNED: { area: 'identity', meaning: 'the object carries no signature' },
  SEEDS_MISMATCH: { area: 'identity', meaning: 'a seed is not that of the key the log names or commits to' },

  INVALID_CARD: { area: 'card', meaning: 'the JSON is no usable agent card' },
  CARD_TOO_LARGE: { area: 'card', meaning: 'the card is over one of its limits' },
  NOT_PUBLISH_FORM: { area: 'card', meaning: 'the card is not in the form in which cards are signed' },
  BAD_SIGNATURE_HEADER: { area: 'card', meaning: 'the protected header of a signature is not acceptable' },
  BINDING_MISMATCH: {
    area: 'card',
    meaning: 'an interface or a signature names another agent than the card',
  },
  CARD_NOT_YET_VALID: {
    area: 'card',
    meaning: 'the card starts to be valid more than five minutes from now',
  },
  KEY_NOT_CURRENT: { area: 'card', meaning: 'the key that signed is not one the log names now' },
  KEL_UNAVAILABLE: {
    area: 'card',
    meaning: 'the key event log could not be had; validity is unknown, try again',
  },
  SEQ_ROLLBACK: { area: 'card', meaning: 'the card is older than one already seen' },
  SEQ_FORK: { area: 'card', meaning: 'another card with the same seq was already seen' },
} as const satisfies Record<string, CodeEntry>

/** A code of {@link CODES}. */
export type Code = keyof typeof CODES

/**
 * A refusal: `code` says which rule failed, `detail` says it in a sentence, `path` names the member it failed at
 * (as in `skills[0].tags`), where there is one.
 */
export type Failure<C extends Code = Code> = {
  readonly ok: false
  readonly code: C
  readonly detail: string
  readonly path?: string
}

/** What a reader answers: `{ ok: true, … }` with the members of `T`, or a {@link Failure}. */
export type Result<T, C extends Code = Code> = ({ readonly ok: true } & T) | Failure<C>

/**
 * Builds a refusal.
 *
 * @example
 * ```ts
 * import { refuse } from 'anet-protocol'
 *
 * refuse('UNSIGNED', 'the card has no signature', 'signatures')
 * // { ok: false, code: 'UNSIGNED', detail: 'the card has no signature', path: 'signatures' }
 * ```
 */
export const refuse = <C extends Code>(code: C, detail: string, path?: string): Failure<C> =>
  path === undefined ? { ok: false, code, detail } : { ok: false, code, detail, path }

/**
 * What the caller got wrong. `code` and `path` are those of {@link Failure}; `message` is its `detail`.
 *
 * @example
 * ```ts
 * import { AnetError, Crypto } from 'anet-protocol'
 *
 * try {
 *   Crypto.publicKeyOf(new Uint8Array(31))
 * } catch (error) {
 *   error instanceof AnetError && error.code // 'BAD_INPUT'
 * }
 * ```
 */
export class AnetError extends Error {
  override readonly name = 'AnetError'
  readonly code: Code
  readonly path?: string

  constructor(code: Code, detail: string, path?: string) {
    super(detail)
    this.code = code
    if (path !== undefined) this.path = path
  }
}

/**
 * Turns a refusal of something the caller vouched for into an exception, and anything else into its value.
 *
 * @throws {@link AnetError} with the code, detail and path of the refusal.
 * @example
 * ```ts
 * import { Encoding, orThrow } from 'anet-protocol'
 *
 * orThrow(Encoding.decodeCbor(Uint8Array.of(0x01))).value // 1
 * ```
 */
export const orThrow = <T>(result: Result<T>): { readonly ok: true } & T => {
  if (result.ok) return result
  throw new AnetError(result.code, result.detail, result.path)
}
