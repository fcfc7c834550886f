/** What may have become of the effect of a capability call. */
export const EFFECT_STATUSES = ['OK', 'UNVERIFIED', 'FAILED', 'UNAVAILABLE', 'PAYMENT_REQUIRED'] as const

/** The verdicts on a receipt that a task keeps. */
export const RECEIPT_VERDICTS = ['verified', 'mismatch', 'unverified', 'unknown'] as const

/** Where a payment may stand. */
export const PAYMENT_STATUSES = [
  'payment-required',
  'payment-submitted',
  'payment-verified',
  'payment-completed',
  'payment-failed',
  'payment-rejected',
] as const
