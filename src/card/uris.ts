/** The URIs of the network's extensions and of its relay binding (PROTOCOL: URIs). */
export const URIS = {
  /** Binds a card to an agent; params {@link AnetCardParams}. */
  anetCard: 'https://agentnetwork.org.cn/a2a/ext/anet-card/v1',
  anetEvidence: 'https://agentnetwork.org.cn/a2a/ext/anet-evidence/v1',
  anetPreview: 'https://agentnetwork.org.cn/a2a/ext/anet-preview/v1',
  /** Prices; on an extended card only. */
  anetPrice: 'https://agentnetwork.org.cn/a2a/ext/anet-price/v1',
  x402: 'https://github.com/google-agentic-commerce/a2a-x402/blob/main/spec/v0.2',
  /** The protocol binding of an interface that a hub relays. */
  relay: 'https://agentnetwork.org.cn/a2a/bindings/anet-relay/v1',
} as const

/** The params of the anet-card extension, its integers as decimal strings. */
export type AnetCardParams = {
  readonly aid: string
  readonly seq: string
  readonly issuedAt: string
  readonly notBefore: string
}
