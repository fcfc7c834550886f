import { verify } from '../crypto/ed25519.js'
import { AnetError, type Failure, type Result, refuse } from '../errors.js'
import { type KeyState, type ReplayedKel, replay } from './replay.js'

/** Why a signature over an object does not stand. */
export type ObjectCode = 'UNKNOWN_AID' | 'KEY_STATE_DOWNGRADE' | 'INVALID_SIGNATURE' | 'REVOKED_KEY'

/** A signature over an object, as its envelope states it, and what it is over. */
export type ObjectSignature = {
  /** The agent that is said to have signed. */
  readonly signerAid: string
  /** The key state that is said to have signed, a uint64. */
  readonly keyStateSeq: bigint
  /**
   * When the object was signed, unix milliseconds. 0 means "no time known" and lets a retired key pass: never take a
   * 0 from the sender.
   */
  readonly msgTime: bigint
  readonly preimage: Uint8Array
  /** 64 bytes; any other length does not verify. */
  readonly signature: Uint8Array
}

/**
 * Verifies a signature over an object against its signer's key event log (PROTOCOL: Identity).
 *
 * Refusals, in this order: `UNKNOWN_AID` when the log does not replay (its own code stands in the detail) or is that
 * of another agent; `KEY_STATE_DOWNGRADE` when the key state lies beyond the log; `INVALID_SIGNATURE`; `REVOKED_KEY`
 * when the key state was retired by then. At an unknown time (0) only the last state of a deactivated log is refused.
 *
 * @param log - the log as bytes within the default limits, or already replayed
 * @example
 * ```ts
 * import { Kel } from 'anet-protocol'
 *
 * const agent = Kel.incept({ seed: new Uint8Array(32) })
 * const preimage = new TextEncoder().encode('an object')
 * const { signerAid, keyStateSeq, sig } = Kel.sign(agent, preimage)
 * Kel.verifyObject(agent.kel, { signerAid, keyStateSeq, msgTime: 1n, preimage, signature: sig }).ok // true
 * ```
 */
export const verifyObject = (
  log: Uint8Array | ReplayedKel,
  { signerAid, keyStateSeq, msgTime, preimage, signature }: ObjectSignature,
): Result<{ readonly state: KeyState }, ObjectCode> => {
  const signer = kelOf(signerAid, log)
  if (!signer.ok) return signer
  const state = stateAt(signer.kel, keyStateSeq)
  if (state === undefined) return refuse('KEY_STATE_DOWNGRADE', 'the key state lies beyond the log')
  if (!verify(state.currentKeys[0], preimage, signature)) {
    return refuse('INVALID_SIGNATURE', 'the signature does not verify under the key of its state')
  }
  return revocationFault(state, msgTime) ?? { ok: true, state }
}

/**
 * The replayed log of an agent; `UNKNOWN_AID` for one that does not replay, or is that of another. What is no log at all, such
 * as the promise of one, is the caller's mistake: no verdict on the agent may come of it.
 */
export const kelOf = (
  agent: string,
  log: Uint8Array | ReplayedKel,
): Result<{ readonly kel: ReplayedKel }, 'UNKNOWN_AID'> => {
  if (!(log instanceof Uint8Array || Array.isArray(log?.states)))
    throw new AnetError('BAD_INPUT', 'a log is bytes, or what Kel.replay gave, at hand and no promise', 'kel')
  const replayed = log instanceof Uint8Array ? replay(log) : { ok: true as const, kel: log }
  if (!replayed.ok) return refuse('UNKNOWN_AID', `${replayed.code}: ${replayed.detail}`)
  if (replayed.kel.aid !== agent) return refuse('UNKNOWN_AID', 'the log is that of another agent')
  return replayed
}

/** The key state with a seq; undefined when it lies beyond the log. */
export const stateAt = (kel: ReplayedKel, keyStateSeq: bigint): KeyState | undefined =>
  keyStateSeq < BigInt(kel.states.length) ? kel.states[Number(keyStateSeq)] : undefined

const revocationFault = (state: KeyState, msgTime: bigint): Failure<'REVOKED_KEY'> | undefined => {
  const { status, supersededAt } = state
  const isRetired =
    msgTime === 0n
      ? status === 'deactivated'
      : status !== 'active' && !(supersededAt !== 0n && msgTime < supersededAt)
  return isRetired ? refuse('REVOKED_KEY', 'the key was retired when the object was signed') : undefined
}
