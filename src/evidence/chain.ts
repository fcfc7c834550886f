import { type Cid, cidOf } from '../encoding/cid.js'
import { type Failure, type Result, refuse } from '../errors.js'
import type { ReplayedKel } from '../identity/replay.js'
import { verifyObject } from '../identity/verify-object.js'
import { decodeRecord, type EventRecord, GENESIS_PREV_ID, preimageOf, RECORD_VERSION } from './record.js'

/** A record whose id and signature hold, with its bytes as they came. */
export type HeldRecord = { readonly record: EventRecord; readonly id: Cid; readonly encoded: Uint8Array }

/** Two records that one signer made for one place of a chain: proof that it told two stories. */
export type Equivocation = { readonly seq: bigint; readonly held: HeldRecord; readonly other: HeldRecord }

/** A chain of evidence, as plain data. Its records are read with {@link recordsOf}. */
export type Chain = {
  /** `QUARANTINED` for good once it forked: nothing may be relied on from it any more. */
  readonly state: 'EMPTY' | 'ACTIVE' | 'QUARANTINED'
  /** The appended records by seq, in blocks: a new chain shares all but the last with the one before. */
  readonly blocks: readonly (readonly HeldRecord[])[]
  /** Records that wait for a gap to fill, by seq. */
  readonly staged: ReadonlyMap<bigint, HeldRecord>
  readonly equivocation?: Equivocation
}

/** The chain that every chain starts from. */
export const EMPTY_CHAIN: Chain = { state: 'EMPTY', blocks: [], staged: new Map() }

/** Why a record does not enter a chain. */
export type AppendCode =
  | 'MALFORMED_RECORD'
  | 'CHAIN_QUARANTINED'
  | 'VERSION_UNSUPPORTED'
  | 'ID_MISMATCH'
  | 'UNKNOWN_AID'
  | 'INVALID_SIGNATURE'
  | 'REVOKED_KEY'
  | 'CHAIN_MISMATCH'
  | 'BAD_GENESIS_PREV'
  | 'EQUIVOCATION'
  | 'PREV_LINK_BROKEN'
  | 'IMPORT_BUFFER_FULL'

/** What became of one record, and the chain after it. */
export type Appended = {
  readonly chain: Chain
  /** `duplicate`: the record was there already. `staged`: it waits for the ones before it. */
  readonly outcome: Result<{ readonly status: 'appended' | 'duplicate' | 'staged' }, AppendCode>
  /** Staged records that did not link when their turn came, and left no trace. */
  readonly dropped: readonly HeldRecord[]
}

/** The most records that wait for a gap to fill. */
const MAX_STAGED = 1024

const BLOCK = 256

/**
 * Gives a record to a chain and answers the next chain (PROTOCOL: Evidence chain). The chain given is not changed, and a
 * refused record leaves no trace, but for an equivocation, which is kept as proof and quarantines the chain for good.
 *
 * Refusals, in this order: `MALFORMED_RECORD`; `CHAIN_QUARANTINED`; `VERSION_UNSUPPORTED`; `ID_MISMATCH`; `UNKNOWN_AID`,
 * `INVALID_SIGNATURE` (also for a key state beyond the log), `REVOKED_KEY` at the record's own time; `CHAIN_MISMATCH` with the
 * first record; `BAD_GENESIS_PREV` for an empty chain; `EQUIVOCATION` with a held or staged record; `PREV_LINK_BROKEN`;
 * `IMPORT_BUFFER_FULL` when 1,024 records wait.
 *
 * @param kel - the log of the agent whose chain it is; replay it once for many records. A chain takes what any agent signs
 * whose log it is given, so never resolve the log by the signer that a record names
 * @example
 * ```ts
 * import { Evidence, Kel } from 'anet-protocol'
 *
 * const { kel } = Kel.incept({ seed: new Uint8Array(32) })
 * Evidence.append(Evidence.EMPTY_CHAIN, new Uint8Array(), kel).outcome // { ok: false, code: 'MALFORMED_RECORD', … }
 * ```
 */
export const append = (chain: Chain, encoded: Uint8Array, kel: Uint8Array | ReplayedKel): Appended => {
  const unchanged = (outcome: Appended['outcome']): Appended => ({ chain, outcome, dropped: [] })
  const decoded = decodeRecord(encoded)
  if (!decoded.ok) return unchanged(decoded)
  if (chain.state === 'QUARANTINED') {
    return unchanged(refuse('CHAIN_QUARANTINED', 'the chain forked and takes nothing more'))
  }
  const verified = verifyRecord(decoded.record, encoded, kel)
  if (!verified.ok) return unchanged(verified)
  const { held } = verified
  const { seq } = held.record
  const misplaced = placeFault(chain, held.record)
  if (misplaced !== undefined) return unchanged(misplaced)
  const known = recordAt(chain, seq) ?? chain.staged.get(seq)
  if (known !== undefined) {
    if (known.id === held.id) return unchanged({ ok: true, status: 'duplicate' })
    const quarantined: Chain = {
      ...chain,
      state: 'QUARANTINED',
      equivocation: { seq, held: known, other: held },
    }
    const outcome = refuse('EQUIVOCATION', `another record was already seen at seq ${seq}`)
    return { chain: quarantined, outcome, dropped: [] }
  }
  if (seq > BigInt(lengthOf(chain))) {
    if (chain.staged.size === MAX_STAGED) {
      return unchanged(refuse('IMPORT_BUFFER_FULL', `${MAX_STAGED} records wait for a gap to fill`))
    }
    const staged = new Map(chain.staged).set(seq, held)
    return { chain: { ...chain, staged }, outcome: { ok: true, status: 'staged' }, dropped: [] }
  }
  if (held.record.prevId !== (headOf(chain)?.id ?? GENESIS_PREV_ID)) {
    return unchanged(refuse('PREV_LINK_BROKEN', 'the prev_id is not the id of the head'))
  }
  return { ...drain(withHead(chain, held)), outcome: { ok: true, status: 'appended' } }
}

/**
 * The appended records of a chain from a seq on, oldest first.
 *
 * @example
 * ```ts
 * import { Evidence } from 'anet-protocol'
 *
 * Evidence.recordsOf(Evidence.EMPTY_CHAIN) // []
 * ```
 */
export const recordsOf = ({ blocks }: Chain, fromSeq = 0n): readonly HeldRecord[] =>
  blocks.flat().slice(Number(fromSeq > 0n ? fromSeq : 0n))

/**
 * The last appended record of a chain; undefined for an empty one.
 *
 * @example
 * ```ts
 * import { Evidence } from 'anet-protocol'
 *
 * Evidence.headOf(Evidence.EMPTY_CHAIN) // undefined
 * ```
 */
export const headOf = ({ blocks }: Chain): HeldRecord | undefined => blocks.at(-1)?.at(-1)

const verifyRecord = (
  record: EventRecord,
  encoded: Uint8Array,
  kel: Uint8Array | ReplayedKel,
): Result<{ readonly held: HeldRecord }, AppendCode> => {
  if (record.versionMajor !== RECORD_VERSION) {
    return refuse('VERSION_UNSUPPORTED', `the record is of major version ${record.versionMajor}`)
  }
  const preimage = preimageOf(record)
  const id = cidOf(preimage)
  if (record.id !== id) return refuse('ID_MISMATCH', 'the id is not the CID of what the record says')
  const { signerAid, keyStateSeq, timestamp, sig } = record
  const signature = sig ?? new Uint8Array()
  const verified = verifyObject(kel, { signerAid, keyStateSeq, msgTime: timestamp, preimage, signature })
  if (verified.ok) return { ok: true, held: { record, id, encoded } }
  return verified.code === 'KEY_STATE_DOWNGRADE'
    ? refuse('INVALID_SIGNATURE', verified.detail)
    : refuse(verified.code, verified.detail)
}

const placeFault = (chain: Chain, record: EventRecord): Failure<AppendCode> | undefined => {
  const first = recordAt(chain, 0n)?.record
  if (first === undefined) {
    return record.seq === 0n && record.prevId === GENESIS_PREV_ID
      ? undefined
      : refuse('BAD_GENESIS_PREV', 'a chain starts with seq 0 and the genesis prev_id')
  }
  return record.chainDid === first.chainDid
    ? undefined
    : refuse('CHAIN_MISMATCH', 'the record is of another chain')
}

/** Appends the staged records whose turn has come, and drops the one that does not link. */
const drain = (appended: Chain): Pick<Appended, 'chain' | 'dropped'> => {
  let chain = appended
  const dropped: HeldRecord[] = []
  for (;;) {
    const seq = BigInt(lengthOf(chain))
    const next = chain.staged.get(seq)
    if (next === undefined) return { chain, dropped }
    const staged = new Map(chain.staged)
    staged.delete(seq)
    chain = { ...chain, staged }
    if (next.record.prevId === headOf(chain)?.id) chain = withHead(chain, next)
    else dropped.push(next)
  }
}

const lengthOf = ({ blocks }: Chain): number =>
  blocks.length === 0 ? 0 : BLOCK * (blocks.length - 1) + blocks.at(-1)!.length

const recordAt = ({ blocks }: Chain, seq: bigint): HeldRecord | undefined =>
  blocks[Number(seq / BigInt(BLOCK))]?.[Number(seq % BigInt(BLOCK))]

const withHead = (chain: Chain, held: HeldRecord): Chain => {
  const last = chain.blocks.at(-1)
  const blocks =
    last === undefined || last.length === BLOCK
      ? [...chain.blocks, [held]]
      : [...chain.blocks.slice(0, -1), [...last, held]]
  return { ...chain, state: 'ACTIVE', blocks }
}
