import type { ReplayedKel } from '../identity/replay.js'
import { append, type Chain, EMPTY_CHAIN, type HeldRecord, recordsOf } from './chain.js'

/** Which records of a chain to show. */
export type Filter = {
  /** Only of these event types. */
  readonly eventTypes?: readonly string[]
  /** Only from this seq on. */
  readonly fromSeq?: bigint
  /** At most this many, the newest; 50 when it is not given. */
  readonly newest?: number
}

/** A record as a reader shows it: never without saying whether anything may be relied on. */
export type ShownRecord = HeldRecord & {
  /** False for every record of a quarantined chain. */
  readonly isReliable: boolean
}

/** An exported chain, checked. */
export type CheckedChain = {
  readonly chain: Chain
  /** The records that were asked for, newest last. */
  readonly records: readonly ShownRecord[]
  /** Records that waited for the ones before them, and did not link when their turn came. */
  readonly dropped: readonly HeldRecord[]
  /** What the chain did not take, by its place in the export. */
  readonly refused: readonly { readonly index: number; readonly code: string; readonly detail: string }[]
}

/**
 * Checks an exported chain, record by record, and shows the records that are asked for (PROTOCOL: Evidence chain). A chain_did
 * is bound to nobody by the chain itself: compare it with whom you asked.
 *
 * @param kel - the signer's log, as bytes or replayed
 * @example
 * ```ts
 * import { Evidence, Kel } from 'anet-protocol'
 *
 * const { kel } = Kel.incept({ seed: new Uint8Array(32) })
 * Evidence.readChain([new Uint8Array()], kel).refused // [{ index: 0, code: 'MALFORMED_RECORD', … }]
 * ```
 */
export const readChain = (
  exported: readonly Uint8Array[],
  kel: Uint8Array | ReplayedKel,
  filter: Filter = {},
): CheckedChain => {
  let chain = EMPTY_CHAIN
  const dropped: HeldRecord[] = []
  const refused: { index: number; code: string; detail: string }[] = []
  for (const [index, encoded] of exported.entries()) {
    const appended = append(chain, encoded, kel)
    chain = appended.chain
    dropped.push(...appended.dropped)
    if (!appended.outcome.ok) {
      const { code, detail } = appended.outcome
      refused.push({ index, code, detail })
    }
  }
  return { chain, records: showRecords(chain, filter), dropped, refused }
}

/**
 * The records of a chain that are asked for, newest last.
 *
 * @example
 * ```ts
 * import { Evidence } from 'anet-protocol'
 *
 * Evidence.showRecords(Evidence.EMPTY_CHAIN, { eventTypes: ['anet.payment.authorized'] }) // []
 * ```
 */
export const showRecords = (
  chain: Chain,
  { eventTypes, fromSeq, newest = 50 }: Filter = {},
): readonly ShownRecord[] => {
  const asked = recordsOf(chain, fromSeq).filter(
    ({ record }) => eventTypes === undefined || eventTypes.includes(record.eventType),
  )
  const isReliable = chain.state === 'ACTIVE'
  return asked.slice(Math.max(0, asked.length - newest)).map((held) => ({ ...held, isReliable }))
}
