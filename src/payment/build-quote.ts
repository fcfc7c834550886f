import { CREDIT } from '../card/prices.js'
import { parseAmount } from '../encoding/decimal.js'
import type { JsonObject } from '../encoding/json.js'
import { AnetError } from '../errors.js'
import { type PaymentRequired, SCHEME, X402_VERSION } from './x402.js'

/** How long a quote lives from its arrival, milliseconds. */
const QUOTE_LIFETIME = 86_400_000n

/**
 * When a quote ends: 24 hours after its arrival, or earlier when it says so. A quote whose time is equal to its end still
 * stands.
 *
 * @param stated - anet.quote_expires_at; undefined when the quote states none
 * @example
 * ```ts
 * import { Quote } from 'anet-protocol'
 *
 * Quote.expiryOf(1767225600000n) // 1767312000000n
 * Quote.expiryOf(1767225600000n, 1767225600001n) // 1767225600001n
 * ```
 */
export const expiryOf = (arrivedAt: bigint, stated?: bigint): bigint => {
  const latest = arrivedAt + QUOTE_LIFETIME
  return stated !== undefined && stated < latest ? stated : latest
}

/** A way in which a skill may be paid. */
export type Offer = {
  /** "hub:" and the AID of the hub. */
  readonly network: string
  readonly amount: bigint
  /** The provider's AID. */
  readonly payTo: string
  /** How long the payment may take; 300, the life of an authorization, when it is not given. */
  readonly maxTimeoutSeconds?: number
}

/** The life of an authorization, seconds. */
const TIMEOUT = 300

/**
 * Builds a quote: one option for each ledger the provider takes credits on. Other readers of x402 ask for a timeout and a
 * resource, so both are always written: 300 seconds, and the provider's DID, when they are not given.
 *
 * @throws an {@link AnetError}: `invalid_amount` for an amount that is not from 1 to 2^63 - 1; `BAD_INPUT` without an offer, or for
 * a timeout that is no whole number above 0.
 * @example
 * ```ts
 * import { Quote } from 'anet-protocol'
 *
 * const quote = Quote.build([{ network: 'hub:bafyreihub', amount: 3n, payTo: 'bafyreicg' }])
 * quote.accepts[0]?.amount // '3'
 * ```
 */
export const build = (
  offers: readonly Offer[],
  described: Pick<PaymentRequired, 'error' | 'resource'> = {},
): PaymentRequired & JsonObject => {
  const [first] = offers
  if (first === undefined) throw new AnetError('BAD_INPUT', 'a quote offers an option')
  const accepts = offers.map(({ network, amount, payTo, maxTimeoutSeconds = TIMEOUT }, i) => {
    if (amount === 0n || parseAmount(`${amount}`) === undefined) {
      throw new AnetError('invalid_amount', 'no amount from 1 to 2^63 - 1', `[${i}].amount`)
    }
    if (!Number.isSafeInteger(maxTimeoutSeconds) || maxTimeoutSeconds <= 0) {
      throw new AnetError('BAD_INPUT', 'no whole number of seconds above 0', `[${i}].maxTimeoutSeconds`)
    }
    return { scheme: SCHEME, network, amount: `${amount}`, asset: CREDIT, payTo, maxTimeoutSeconds }
  })
  const resource = { url: `did:anet:${first.payTo}` }
  return { x402Version: X402_VERSION, resource, ...described, accepts } as PaymentRequired & JsonObject
}
