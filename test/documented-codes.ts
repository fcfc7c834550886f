import type { buildExtended, buildPublic } from '../src/card/build.js'
import type { judgeHighWater } from '../src/card/high-water.js'
import type { payloadOf } from '../src/card/payload.js'
import type { listSkills, readPrices } from '../src/card/prices.js'
import type { checkPublishForm } from '../src/card/publish-form.js'
import type { parse } from '../src/card/structure.js'
import type { VerifyCode } from '../src/card/verify.js'
import type { verifyJws } from '../src/card/verify-jws.js'
import type { decodeCbor } from '../src/encoding/cbor.js'
import type { parseJson } from '../src/encoding/json.js'
import type { Code, Failure } from '../src/errors.js'
import type { AppendCode } from '../src/evidence/chain.js'
import type { extendsKel } from '../src/identity/extend.js'
import type { decodeKel } from '../src/identity/key-event.js'
import type { ReplayCode } from '../src/identity/replay.js'
import type { ObjectCode } from '../src/identity/verify-object.js'
import type { verifyAuthorization } from '../src/payment/authorization.js'
import type { FacilitatorCode } from '../src/payment/facilitator.js'
import type { MerchantCode } from '../src/payment/merchant.js'
import type { parsePayees } from '../src/payment/payees.js'
import type { AskCode, RefuseReason } from '../src/payment/quote.js'
import type { rebuildLedger } from '../src/payment/rebuild.js'
import type { SettlementCode } from '../src/payment/settlement.js'
import type { parseLimits, RefusalCode } from '../src/payment/spending.js'
import type { VoucherCode } from '../src/payment/voucher.js'
import type { RefusedCode, UnverifiedCode } from '../src/receipt/check.js'
import type { InterlockCode } from '../src/receipt/interlock.js'
import type { decode as decodeReceipt } from '../src/receipt/receipt.js'
import type { decodeReview } from '../src/receipt/review.js'
import type { readAttachment } from '../src/task/attachment.js'
import type { decodeConversation } from '../src/task/conversation.js'
import type { DelegationCode, decodeDelegation } from '../src/task/delegation.js'
import type { decodeChat, decodeResult, decodeStatus } from '../src/task/messages.js'
import type { decodeTaskDoc } from '../src/task/task-doc.js'

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

const verifyObject = exactly<ObjectCode>({
  UNKNOWN_AID: true,
  KEY_STATE_DOWNGRADE: true,
  INVALID_SIGNATURE: true,
  REVOKED_KEY: true,
})

const verifyCard = exactly<VerifyCode>({
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
})

/** The operations that read a card's prices always have its log. */
const verifyCardWithLog = verifyCard.filter((code) => code !== 'KEL_UNAVAILABLE')

const admit = exactly<RefusalCode>({
  over_single_limit: true,
  payees_unreadable: true,
  payee_not_allowed: true,
  over_agent_daily_limit: true,
  over_daily_limit: true,
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
  'object.verify': verifyObject,
  'card.payload': exactly<CodeOf<typeof payloadOf>>({ INVALID_CARD: true }),
  'card.publishForm': publishForm,
  'card.sign': [...publishForm, 'BAD_SIGNATURE_HEADER', 'CARD_TOO_LARGE'],
  'card.verify': verifyCard,
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
  'card.checkConfig': [],
  'card.buildPublic': [
    ...exactly<CodeOf<typeof buildPublic>>({ INVALID_CONFIG: true, NO_PUBLIC_CARD: true }),
    'CARD_TOO_LARGE',
  ],
  'card.buildExtended': [
    ...exactly<CodeOf<typeof buildExtended>>({ INVALID_CONFIG: true, not_configured: true }),
    'CARD_TOO_LARGE',
  ],
  'card.fetchDecision': [],
  'card.fetchOutcome': [],
  'card.listSkills': [...verifyCardWithLog, ...exactly<CodeOf<typeof listSkills>>({ INVALID_PRICES: true })],
  'price.read': [
    ...verifyCardWithLog,
    ...exactly<CodeOf<typeof readPrices>>({ NO_PRICES: true, INVALID_PRICES: true }),
  ],
  'task.encode': [],
  'task.decode': exactly<CodeOf<typeof decodeTaskDoc>>({ MALFORMED_TASK: true }),
  'task.conclude': [],
  'delegation.decode': exactly<CodeOf<typeof decodeDelegation>>({ MALFORMED_DELEGATION: true }),
  'delegation.verify': [
    ...verifyObject,
    ...exactly<Exclude<DelegationCode, ObjectCode>>({
      MALFORMED_DELEGATION: true,
      UNSIGNED: true,
      KEL_UNAVAILABLE: true,
      BODY_KEL_MISMATCH: true,
    }),
  ],
  'result.decode': exactly<CodeOf<typeof decodeResult>>({ MALFORMED_RESULT: true }),
  'chat.decode': exactly<CodeOf<typeof decodeChat>>({ MALFORMED_CHAT: true }),
  'status.decode': exactly<CodeOf<typeof decodeStatus>>({ MALFORMED_STATUS: true }),
  'attachment.check': exactly<CodeOf<typeof readAttachment>>({ MALFORMED_ATTACHMENT: true }),
  'conversation.encode': [],
  'conversation.decode': exactly<CodeOf<typeof decodeConversation>>({ MALFORMED_CONVERSATION: true }),
  'conversation.collect': [],
  'receipt.encode': [],
  'receipt.decode': exactly<CodeOf<typeof decodeReceipt>>({ MALFORMED_RECEIPT: true }),
  'receipt.check': [],
  'receipt.metadata': [],
  'review.decode': exactly<CodeOf<typeof decodeReview>>({ MALFORMED_REVIEW: true }),
  'review.interlock': [
    ...verifyObject,
    ...exactly<Exclude<InterlockCode, ObjectCode>>({
      MALFORMED_RECEIPT: true,
      MALFORMED_REVIEW: true,
      BAD_RATING: true,
      INTERACTION_MISMATCH: true,
      REVIEWER_MISMATCH: true,
      SUBJECT_MISMATCH: true,
      RECEIPT_CID_MISMATCH: true,
      REQUEST_MISMATCH: true,
      RESULT_MISMATCH: true,
      UNSIGNED: true,
      SIGNER_MISMATCH: true,
    }),
  ],
  'evidence.append': [],
  'quote.evaluate': ['unknown_purpose'],
  'quote.expiry': [],
  'spend.admit': [...admit, 'unknown_purpose', 'zero_amount'],
  'spend.parseLimits': exactly<CodeOf<typeof parseLimits>>({ INVALID_LIMITS: true }),
  'spend.parsePayees': exactly<CodeOf<typeof parsePayees>>({ payees_unreadable: true }),
  'spend.rebuild': exactly<CodeOf<typeof rebuildLedger>>({
    CHAIN_QUARANTINED: true,
    unreadable_amount: true,
  }),
  'authorization.verify': [
    ...verifyObject,
    ...exactly<Exclude<CodeOf<typeof verifyAuthorization>, ObjectCode>>({
      MALFORMED_AUTHORIZATION: true,
      UNSIGNED: true,
      SIGNER_MISMATCH: true,
      BAD_WINDOW: true,
      EXPIRED: true,
    }),
  ],
  'settlement.verify': [
    ...verifyObject,
    ...exactly<Exclude<SettlementCode, ObjectCode>>({
      NOT_SETTLED: true,
      MALFORMED_RECEIPT: true,
      UNSIGNED: true,
      NETWORK_MISMATCH: true,
      SIGNER_MISMATCH: true,
      PAYER_MISMATCH: true,
      AUTH_MISMATCH: true,
      PAYEE_MISMATCH: true,
      AMOUNT_MISMATCH: true,
    }),
  ],
  'voucher.verify': [
    ...verifyObject,
    ...exactly<Exclude<VoucherCode, ObjectCode>>({
      MALFORMED_VOUCHER: true,
      UNSIGNED: true,
      SIGNER_MISMATCH: true,
      PAYEE_MISMATCH: true,
      CAPABILITY_MISMATCH: true,
      NETWORK_MISMATCH: true,
      EXPIRED: true,
      NO_NONCE: true,
      ARGS_MISMATCH: true,
    }),
  ],
  'payment.bind': [],
  'merchant.check': exactly<MerchantCode>({
    malformed_payment: true,
    network_mismatch: true,
    no_pending_quote: true,
    quote_expired: true,
    payee_mismatch: true,
    payer_mismatch: true,
    binding_mismatch: true,
    invalid_amount: true,
    settlement_failed: true,
    expired_payment: true,
  }),
  'facilitator.compare': exactly<FacilitatorCode>({
    invalid_payment_requirements: true,
    malformed_payment: true,
    invalid_amount: true,
    unsupported_scheme: true,
    network_mismatch: true,
    payee_mismatch: true,
  }),
  'payment.errorCode': [],
  'payment.transition': [],
}

/** The codes that stand inside the answers of the operations that never refuse with an error. */
export const ANSWER_CODES: { readonly [op: string]: readonly Code[] } = {
  'receipt.check': exactly<RefusedCode | UnverifiedCode>({
    MALFORMED_RECEIPT: true,
    UNSIGNED: true,
    SIGNER_MISMATCH: true,
    PROVIDER_MISMATCH: true,
    REQUESTER_MISMATCH: true,
    INTERACTION_MISMATCH: true,
    REQUEST_MISMATCH: true,
    RESULT_MISMATCH: true,
    BODY_KEL_MISMATCH: true,
    KEY_STATE_DOWNGRADE: true,
    INVALID_SIGNATURE: true,
    REVOKED_KEY: true,
    KEL_UNAVAILABLE: true,
    KEL_UNREADABLE: true,
    UNKNOWN_AID: true,
    KEY_RETIRED_SAME_DAY: true,
  }),
  'evidence.append': exactly<AppendCode>({
    MALFORMED_RECORD: true,
    CHAIN_QUARANTINED: true,
    VERSION_UNSUPPORTED: true,
    ID_MISMATCH: true,
    UNKNOWN_AID: true,
    INVALID_SIGNATURE: true,
    REVOKED_KEY: true,
    CHAIN_MISMATCH: true,
    BAD_GENESIS_PREV: true,
    EQUIVOCATION: true,
    PREV_LINK_BROKEN: true,
    IMPORT_BUFFER_FULL: true,
  }),
  'quote.evaluate': [
    'needs_operator_approval',
    ...admit,
    ...exactly<Exclude<AskCode, RefusalCode> | RefuseReason>({
      no_signed_price: true,
      above_signed_price: true,
      already_signed: true,
      invalid_quote: true,
      quote_expired: true,
      option_not_offered: true,
      rail_not_payable: true,
      option_not_chosen: true,
      invalid_amount: true,
    }),
  ],
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
