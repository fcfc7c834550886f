/**
 * Quotes, spending and payment: from a quote to a decision that can never spend more than its owner allowed, from a signed
 * authorization to the merchant's check and the hub's settlement receipt.
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
