import { type Aid, parseAid } from './aid.js'

/** A ledger: "hub:" and the AID of the hub that keeps it. */
export type Network = `hub:${string}` & { readonly [network]: true }
declare const network: unique symbol

/**
 * The ledger that a hub keeps.
 *
 * @example
 * ```ts
 * import { Kel } from 'anet-protocol'
 *
 * Kel.networkOf(Kel.parseAid('bafyreicg')!) // 'hub:bafyreicg'
 * ```
 */
export const networkOf = (hub: Aid): Network => `hub:${hub}` as Network

/**
 * The hub of a ledger; undefined for a text that is not "hub:" and an AID.
 *
 * @example
 * ```ts
 * import { Kel } from 'anet-protocol'
 *
 * Kel.hubOf('hub:bafyreicg') // 'bafyreicg'
 * Kel.hubOf('hub:did:anet:x') // undefined
 * ```
 */
export const hubOf = (text: string): Aid | undefined =>
  text.startsWith('hub:') ? parseAid(text.slice('hub:'.length)) : undefined
