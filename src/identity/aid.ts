/** An agent's identifier: the CID of the inception of its key event log, which outlives its keys. */
export type Aid = string & { readonly [aid]: true }
declare const aid: unique symbol

/**
 * Reads an AID: 1 to 128 characters of `[a-z0-9]` (PROTOCOL: The signed payload); undefined for anything else. Only a
 * replayed log shows that an identifier exists.
 *
 * @example
 * ```ts
 * import { Kel } from 'anet-protocol'
 *
 * Kel.parseAid('bafyreicg') // 'bafyreicg': the same text, as an Aid
 * Kel.parseAid('did:anet:x') // undefined
 * ```
 */
export const parseAid = (text: string): Aid | undefined =>
  /^[a-z0-9]{1,128}$/.test(text) ? (text as Aid) : undefined

/**
 * The DID of an agent: `did:anet:` and its AID (PROTOCOL: Identity).
 *
 * @example
 * ```ts
 * import { Kel } from 'anet-protocol'
 *
 * Kel.didOf(Kel.parseAid('bafyreicg')!) // 'did:anet:bafyreicg'
 * ```
 */
export const didOf = (agent: Aid): string => `did:anet:${agent}`
