/** How long a fetched extended card is used as it is, milliseconds. */
export const COPY_LIFETIME = 86_400_000n

/** How long an agent is left alone after it was asked, milliseconds. */
export const ASK_INTERVAL = 60_000n

/** How long a reader waits for the answer, milliseconds. */
export const ASK_TIMEOUT = 10_000

/** How many requests of one sender a provider answers in a minute. */
const ANSWERS_PER_MINUTE = 6

const MINUTE = 60_000n

/** What a reader knows before it asks for an extended card; times in unix milliseconds. */
export type FetchSituation = {
  readonly now: bigint
  /** When the copy at hand was fetched; undefined without one. */
  readonly copyFetchedAt?: bigint
  /** When the agent was last asked; undefined for never. */
  readonly lastAskedAt?: bigint
  /** Whether the public card declares a2a-x402. */
  readonly x402Declared: boolean
  /** Whether the reader holds a valid contact-level delivery credential of the agent. */
  readonly credential: boolean
}

/**
 * Whether a reader asks an agent for its extended card (PROTOCOL: Fetching an extended card): `use-copy` while the copy is younger than 24
 * hours; `not-offered` when nothing says that there is one; `wait` within 60 s of the last question; else `ask`.
 *
 * @example
 * ```ts
 * import { Card } from 'anet-protocol'
 *
 * Card.decideFetch({ now: 1767225600000n, x402Declared: true, credential: false }) // 'ask'
 * ```
 */
export const decideFetch = ({
  now,
  copyFetchedAt,
  lastAskedAt,
  x402Declared,
  credential,
}: FetchSituation): 'use-copy' | 'not-offered' | 'wait' | 'ask' => {
  if (copyFetchedAt !== undefined && now - copyFetchedAt < COPY_LIFETIME) return 'use-copy'
  if (!x402Declared && !credential) return 'not-offered'
  return lastAskedAt !== undefined && now - lastAskedAt < ASK_INTERVAL ? 'wait' : 'ask'
}

/**
 * Whether a provider answers a sender once more: at most 6 times in 60 s.
 *
 * @param answeredAt - when it answered this sender before, unix milliseconds
 * @example
 * ```ts
 * import { Card } from 'anet-protocol'
 *
 * Card.mayAnswer([1n, 2n, 3n, 4n, 5n, 6n], 60_000n) // false
 * Card.mayAnswer([1n, 2n, 3n, 4n, 5n, 6n], 60_001n) // true
 * ```
 */
export const mayAnswer = (answeredAt: readonly bigint[], now: bigint): boolean =>
  answeredAt.filter((at) => now - at < MINUTE).length < ANSWERS_PER_MINUTE

/** How the question for an extended card ended. */
export type FetchOutcome =
  | 'valid'
  | 'not-offered'
  | 'not-configured'
  | 'busy'
  | 'silent'
  | 'unreachable'
  | 'bad-signature'

/** What is shown then: which card, the code beside a public one, the A2A error it answers to, and when to ask again. */
export type ShownCard = {
  readonly show: 'extended' | 'public'
  readonly code?: string
  readonly a2aError?: string
  /** Milliseconds. */
  readonly retryAfterMs?: number
}

const SHOWN: Readonly<Record<FetchOutcome, ShownCard>> = {
  valid: { show: 'extended' },
  'not-offered': {
    show: 'public',
    code: 'extended_card_not_offered',
    a2aError: 'UnsupportedOperationError',
  },
  'not-configured': {
    show: 'public',
    code: 'extended_card_not_configured',
    a2aError: 'ExtendedAgentCardNotConfiguredError',
  },
  busy: { show: 'public', code: 'extended_card_unavailable', retryAfterMs: 60_000 },
  silent: { show: 'public', code: 'extended_card_unavailable', retryAfterMs: 15_000 },
  unreachable: { show: 'public', code: 'extended_card_unavailable', retryAfterMs: 15_000 },
  'bad-signature': {
    show: 'public',
    code: 'extended_card_unavailable.bad_signature',
    a2aError: 'InvalidAgentResponseError',
  },
}

/**
 * What is shown after an extended card was asked for (PROTOCOL: Fetching an extended card). The code of a busy or silent agent, and of a
 * bad signature, is the `priceNote` of the public card.
 *
 * @example
 * ```ts
 * import { Card } from 'anet-protocol'
 *
 * Card.shownAfter('busy') // { show: 'public', code: 'extended_card_unavailable', retryAfterMs: 60000 }
 * ```
 */
export const shownAfter = (outcome: FetchOutcome): ShownCard => SHOWN[outcome]
