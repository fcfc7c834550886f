import * as z from 'zod/mini'

/**
 * The objects of x402 version 2 as this network uses them (PROTOCOL: Prices, quotes, spending, payment). Reading tolerates
 * unknown members; what this library writes carries only these.
 */

/** The scheme of a payment in a hub's credits. */
export const SCHEME = 'anet-credit'

/** The version of x402 that is spoken. */
export const X402_VERSION = 2

/** What may be paid, and how. */
export const paymentRequirements = z.looseObject({
  scheme: z.string(),
  network: z.string(),
  /** Credits, a whole decimal. */
  amount: z.string(),
  asset: z.string(),
  payTo: z.string(),
  maxTimeoutSeconds: z.optional(z.number()),
  extra: z.optional(z.record(z.string(), z.unknown())),
})

/** A quote: the ways in which a task may be paid. */
export const paymentRequired = z.looseObject({
  x402Version: z.literal(X402_VERSION),
  error: z.optional(z.string()),
  resource: z.optional(
    z.looseObject({
      url: z.string(),
      description: z.optional(z.string()),
      mimeType: z.optional(z.string()),
    }),
  ),
  accepts: z.array(paymentRequirements).check(z.minLength(1)),
  extensions: z.optional(z.record(z.string(), z.unknown())),
})

/** A payment: the option chosen, and the payer's signed authorization. */
export const paymentPayload = z.looseObject({
  x402Version: z.literal(X402_VERSION),
  accepted: paymentRequirements,
  payload: z.looseObject({ authorization: z.string() }),
  extensions: z.optional(z.record(z.string(), z.unknown())),
})

/** What a facilitator says of a payment before it is settled. */
export const verifyResponse = z.looseObject({
  isValid: z.boolean(),
  invalidReason: z.optional(z.string()),
  payer: z.optional(z.string()),
})

/** What a facilitator says of a payment that it settled, or could not. */
export const settlementResponse = z.looseObject({
  success: z.boolean(),
  errorReason: z.optional(z.string()),
  payer: z.optional(z.string()),
  transaction: z.string(),
  network: z.string(),
  amount: z.optional(z.string()),
  extensions: z.optional(z.record(z.string(), z.unknown())),
})

/** One way to pay. */
export type PaymentRequirements = {
  readonly scheme: string
  readonly network: string
  readonly amount: string
  readonly asset: string
  readonly payTo: string
  readonly maxTimeoutSeconds?: number | undefined
  readonly extra?: Readonly<Record<string, unknown>> | undefined
}

/** A quote. */
export type PaymentRequired = {
  readonly x402Version: typeof X402_VERSION
  readonly error?: string | undefined
  readonly resource?:
    | {
        readonly url: string
        readonly description?: string | undefined
        readonly mimeType?: string | undefined
      }
    | undefined
  readonly accepts: readonly PaymentRequirements[]
  readonly extensions?: Readonly<Record<string, unknown>> | undefined
}

/** A payment. */
export type PaymentPayload = {
  readonly x402Version: typeof X402_VERSION
  readonly accepted: PaymentRequirements
  readonly payload: { readonly authorization: string }
  readonly extensions?: Readonly<Record<string, unknown>> | undefined
}

/** What a facilitator settled. */
export type SettlementResponse = {
  readonly success: boolean
  readonly errorReason?: string | undefined
  readonly payer?: string | undefined
  readonly transaction: string
  readonly network: string
  readonly amount?: string | undefined
  readonly extensions?: Readonly<Record<string, unknown>> | undefined
}

/** An option with its own members only, as what is sent on carries it: no extra, no unknown member. */
export const bareOption = ({
  scheme,
  network,
  amount,
  asset,
  payTo,
  maxTimeoutSeconds,
}: PaymentRequirements): PaymentRequirements => ({
  scheme,
  network,
  amount,
  asset,
  payTo,
  ...(maxTimeoutSeconds === undefined ? {} : { maxTimeoutSeconds }),
})
