import { readCard } from '../card/structure.js'
import { verify } from '../card/verify.js'
import { shownCard } from '../conformance/shown.js'
import { fromBase64 } from '../encoding/base64.js'
import { parsePlainJson } from '../encoding/plain-json.js'
import { type ReplayedKel, replay } from '../identity/replay.js'
import { membersOf } from './json-members.js'
import { jsonText } from './output.js'

/** The longest line that is read, bytes: a card and a log of the largest size, spelled generously. */
export const MAX_CARD_LINE = 2 ** 20

/** What became of one line. */
export type CardLine = {
  /** The result line, without its line feed. */
  readonly result: string
  /** `VALID`, or the code of the refusal. */
  readonly code: string
  /** Why the line could not be read. */
  readonly broken?: string
  /** What the card states of its agent, once it verified. */
  readonly statement?: Statement
}

/** A verified card's claim to be the newest of its agent, and the log that it verified with. */
export type Statement = {
  readonly aid: string
  readonly seq: bigint
  readonly payloadHash: Uint8Array
  /** The ids of the log's events. */
  readonly eventIds: readonly string[]
  /** Since which of them its current key is current. */
  readonly keySince: number
}

/** The code of a card that verified. */
export const VALID = 'VALID'

/** Judges one line of input: verifies the card with the log that stands beside it. */
export const judgeCardLine = (line: Uint8Array, now: bigint): CardLine => {
  const read = readCardLine(line)
  if ('broken' in read) {
    const { broken } = read
    return { result: jsonText({ ok: false, code: 'BAD_INPUT', detail: broken }), code: 'BAD_INPUT', broken }
  }
  let log: ReplayedKel | undefined
  const replayedOnce = (): Uint8Array | ReplayedKel | undefined => {
    const replayed = read.kel === undefined ? undefined : replay(read.kel)
    log = replayed?.ok === true ? replayed.kel : undefined
    return log ?? read.kel
  }
  const verdict = verify(read.card, { now, kel: replayedOnce })
  if (verdict.ok) {
    const { card } = verdict
    const { aid, seq, payloadHash } = card
    const { states } = log!
    const eventIds = states.map(({ lastEventId }) => lastEventId)
    const keySince = states.findIndex(({ status }) => status === 'active')
    return {
      result: jsonText({ ok: true, ...shownCard(card) }),
      code: VALID,
      statement: { aid, seq, payloadHash, eventIds, keySince },
    }
  }
  const claimed = readCard(read.card)
  const claimedAid = claimed.ok ? { claimedAid: claimed.card.aid } : {}
  return { result: jsonText({ ...verdict, ...claimedAid }), code: verdict.code }
}

type ReadLine =
  | { readonly card: Uint8Array; readonly kel: Uint8Array | undefined }
  | { readonly broken: string }

const readCardLine = (line: Uint8Array): ReadLine => {
  if (line.length > MAX_CARD_LINE) return { broken: `longer than ${MAX_CARD_LINE} bytes` }
  if (line.length === 0) return { broken: 'an empty line' }
  const text = decoder.decode(line)
  const value = parsePlainJson(text)
  if (value === undefined) return { broken: 'no JSON' }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { broken: 'no JSON object' }
  const members = membersOf(line, text)
  const named = (name: string) => members.filter((member) => member.name === name)
  const cards = [...named('card'), ...named('cardB64')]
  const kels = [...named('kel'), ...named('kelB64')]
  const [card, secondCard] = cards
  if (card === undefined) return { broken: 'neither card nor cardB64' }
  if (secondCard !== undefined) return { broken: 'more than one card' }
  if (kels.length > 1) return { broken: 'more than one kel' }
  const { cardB64, kel, kelB64 } = value as Readonly<Record<string, unknown>>
  const cardBytes = card.name === 'card' ? card.value : base64Of(cardB64)
  if (cardBytes === undefined) return { broken: 'cardB64 is no standard base64' }
  const log = kel ?? kelB64 ?? undefined
  const kelBytes = log === undefined ? undefined : base64Of(log)
  if (log !== undefined && kelBytes === undefined) return { broken: 'the kel is no standard base64' }
  return { card: cardBytes, kel: kelBytes }
}

const base64Of = (value: unknown): Uint8Array | undefined =>
  typeof value === 'string' ? fromBase64(value) : undefined

const decoder = new TextDecoder()
