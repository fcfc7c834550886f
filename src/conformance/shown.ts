import type { VerifiedCard } from '../card/verify.js'
import { toHex } from '../encoding/hex.js'
import type { ReplayedKel } from '../identity/replay.js'

/** What operations and the command line show of objects, in the notation of the vectors (vectors/README.md). */

/** Of a card that verified. */
export const shownCard = (card: VerifiedCard) => ({
  aid: card.aid,
  keyStateSeq: `${card.keyStateSeq}`,
  seq: `${card.seq}`,
  issuedAt: `${card.issuedAt}`,
  notBefore: `${card.notBefore}`,
  payloadHashHex: toHex(card.payloadHash),
  canonicalForm: card.canonicalForm,
  name: card.name,
  skillIds: card.skillIds,
  charge: card.charge,
})

/** Of a log that replayed. */
export const shownKel = ({ aid, states }: ReplayedKel) => ({
  aid,
  states: states.map((state) => ({
    keyStateSeq: `${state.keyStateSeq}`,
    status: state.status,
    supersededAt: `${state.supersededAt}`,
    currentKeyHex: toHex(state.currentKeys[0]),
    delegatedKeysHex: state.delegatedKeys.map(toHex),
    lastEventId: state.lastEventId,
  })),
})
