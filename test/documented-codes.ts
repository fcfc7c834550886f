import type { judgeHighWater } from '../src/card/high-water.js'
import type { payloadOf } from '../src/card/payload.js'
import type { checkPublishForm } from '../src/card/publish-form.js'
import type { parse } from '../src/card/structure.js'
import type { VerifyCode } from '../src/card/verify.js'
import type { verifyJws } from '../src/card/verify-jws.js'
import type { decodeCbor } from '../src/encoding/cbor.js'
import type { parseJson } from '../src/encoding/json.js'
import type { Code, Failure } from '../src/errors.js'
import type { extendsKel } from '../src/identity/extend.js'
import type { decodeKel } from '../src/identity/key-event.js'
import type { ReplayCode } from '../src/identity/replay.js'
import type { ObjectCode } from '../src/identity/verify-object.js'

/** The codes that a function documents in its type. */
type CodeOf<F extends (...args: never[]) => unknown> = Extract<ReturnType<F>, Failure>['code']

/** Lists exactly the codes of a union: one too many or too few does not compile. */
const exactly = <C extends Code>(codes: { readonly [code in C]: true }): readonly C[] =>
  Object.keys(codes) as C[]

const replay = exactly<ReplayCode>({
  KEL_MALFORMED: true,
  KEL_TOO_LARGE: true,
  KEL_EMPTY: true,
  KEL_BAD_INCEPTION: true,
  KEL_AID_MISMATCH: true,
  KEL_BAD_SEQ: true,
  KEL_BROKEN_LINK: true,
  KEL_AFTER_DEACTIVATION: true,
  KEL_UNKNOWN_EVENT: true,
  KEL_BAD_KEYS: true,
  KEL_UNCOMMITTED_ROTATION: true,
  KEL_BAD_SIGNATURE: true,
})

const publishForm = exactly<CodeOf<typeof checkPublishForm>>({
  MALFORMED_JSON: true,
  INVALID_CARD: true,
  NOT_PUBLISH_FORM: true,
})

/** The codes with which each operation refuses what a stranger sent. `BAD_INPUT` goes without saying. */
export const OPERATION_CODES: { readonly [op: string]: readonly Code[] } = {
  'cbor.encode': [],
  'cbor.decode': exactly<CodeOf<typeof decodeCbor>>({ MALFORMED_CBOR: true }),
  'cid.of': [],
  'json.canonicalize': exactly<CodeOf<typeof parseJson>>({ MALFORMED_JSON: true }),
  'ed25519.verify': [],
  'kel.replay': replay,
  'kel.extends': [
    ...replay,
    ...exactly<Exclude<CodeOf<typeof extendsKel>, ReplayCode>>({ KEL_FORK: true, KEL_ROLLBACK: true }),
  ],
  'object.verify': exactly<ObjectCode>({
    UNKNOWN_AID: true,
    KEY_STATE_DOWNGRADE: true,
    INVALID_SIGNATURE: true,
    REVOKED_KEY: true,
  }),
  'card.payload': exactly<CodeOf<typeof payloadOf>>({ INVALID_CARD: true }),
  'card.publishForm': publishForm,
  'card.sign': [...publishForm, 'BAD_SIGNATURE_HEADER', 'CARD_TOO_LARGE'],
  'card.verify': exactly<VerifyCode>({
    CARD_TOO_LARGE: true,
    MALFORMED_JSON: true,
    INVALID_CARD: true,
    UNSIGNED: true,
    BINDING_MISMATCH: true,
    CARD_NOT_YET_VALID: true,
    BAD_SIGNATURE_HEADER: true,
    UNKNOWN_AID: true,
    KEY_NOT_CURRENT: true,
    INVALID_SIGNATURE: true,
    KEL_UNAVAILABLE: true,
  }),
  'card.verifyJws': exactly<CodeOf<typeof verifyJws>>({
    CARD_TOO_LARGE: true,
    MALFORMED_JSON: true,
    INVALID_CARD: true,
    UNSIGNED: true,
    BAD_SIGNATURE_HEADER: true,
    INVALID_SIGNATURE: true,
  }),
  'card.highWater': exactly<CodeOf<typeof judgeHighWater>>({ SEQ_ROLLBACK: true, SEQ_FORK: true }),
  'card.jwks': ['UNKNOWN_AID'],
}

/** The same of functions that are no operation. */
export const DECODE_KEL_CODES = exactly<CodeOf<typeof decodeKel>>({
  KEL_MALFORMED: true,
  KEL_TOO_LARGE: true,
})

export const PARSE_CARD_CODES = exactly<CodeOf<typeof parse>>({
  CARD_TOO_LARGE: true,
  MALFORMED_JSON: true,
  INVALID_CARD: true,
  UNSIGNED: true,
  BINDING_MISMATCH: true,
})
