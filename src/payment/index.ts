/**
 * Quotes, spending and payment: from a quote to a decision that can never spend more than its owner allowed, from a signed
 * authorization to the merchant's check and the hub's settlement receipt.
 *
 * The way of a payment: the provider quotes (`Quote.build`), the payer decides (`Quote.evaluate`) and signs the
 * decision ({@link authorize}), the provider checks what came back against its own quote ({@link checkSubmission}), the hub
 * compares and settles ({@link comparePayment}, {@link signSettlement}), and the payer checks that it was settled on the
 * ledger it expected ({@link verifySettlement}).
 *
 * Imported as `Payment` from `anet-protocol`, or from `anet-protocol/payment`.
 *
 * @module payment
 */
export {
  type Authorization,
  authorize,
  payBind,
  type ReadAuthorization,
  readAuthorization,
  type SignedPayment,
  verifyAuthorization,
} from './authorization.js'
export { comparePayment, type FacilitatorCode } from './facilitator.js'
export {
  checkSubmission,
  type Forwarded,
  type MerchantCode,
  type ReadPayment,
  type Submission,
} from './merchant.js'
export * from './outcome.js'
export {
  type Paid,
  readSettlement,
  receiptInResponse,
  type SettlementCode,
  type SettlementReceipt,
  signSettlement,
  verifySettlement,
} from './settlement.js'
export * from './voucher.js'
export {
  type PaymentPayload,
  type PaymentRequired,
  type PaymentRequirements,
  paymentPayload,
  paymentRequired,
  paymentRequirements,
  SCHEME,
  type SettlementResponse,
  settlementResponse,
  verifyResponse,
  X402_VERSION,
} from './x402.js'
