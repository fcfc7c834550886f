import type { Variant } from './build.js'
import type { OfferedCapability } from './configuration.js'

/** Whether a caller is a peer on the owner's allow or trust list. */
export type Caller = { readonly isListed: boolean }

/**
 * Which extended card a caller may have (PROTOCOL: What a node publishes).
 *
 * @example
 * ```ts
 * import { Card } from 'anet-protocol'
 *
 * Card.variantFor({ isListed: false }) // 'general'
 * ```
 */
export const variantFor = ({ isListed }: Caller): Variant => (isListed ? 'list' : 'general')

/**
 * What the call of a capability is answered. To a caller who is on no list an `allow_only` capability does not exist: it is
 * answered like any unknown id.
 *
 * @example
 * ```ts
 * import { Card } from 'anet-protocol'
 *
 * Card.answerCall([], 'echo', { isListed: true }) // 'capability_not_served'
 * ```
 */
export const answerCall = (
  offered: readonly OfferedCapability[],
  id: string,
  { isListed }: Caller,
): 'served' | 'capability_not_served' => {
  const capability = offered.find((one) => one.id === id)
  return capability !== undefined && (isListed || !capability.public.allow_only)
    ? 'served'
    : 'capability_not_served'
}
