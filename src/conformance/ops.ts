import type { Answer } from './answer.js'
import type { Op } from './op.js'
import { cardOps } from './ops-card.js'
import { encodingOps } from './ops-encoding.js'
import { evidenceOps } from './ops-evidence.js'
import { identityOps } from './ops-identity.js'
import { paymentOps } from './ops-payment.js'
import { publishingOps } from './ops-publishing.js'
import { receiptOps } from './ops-receipt.js'
import { taskOps } from './ops-task.js'

/** The op table (vectors/README.md) as this library answers it. */
const OPS: ReadonlyMap<string, Op> = new Map(
  Object.entries({
    ...encodingOps,
    ...identityOps,
    ...cardOps,
    ...publishingOps,
    ...taskOps,
    ...receiptOps,
    ...evidenceOps,
    ...paymentOps,
  }),
)

/** The names of the operations that {@link answer} knows. */
export const opNames: readonly string[] = [...OPS.keys()]

/**
 * What this library answers to an operation of the op table.
 *
 * @example
 * ```ts
 * import { Conformance } from 'anet-protocol'
 *
 * Conformance.answer('cbor.decode', { bytesHex: '01' }) // { ok: { value: 1 } }
 * Conformance.answer('no.such', {}) // { unsupported: true }
 * ```
 */
export const answer = (name: string, input: unknown): Answer =>
  OPS.get(name)?.(input) ?? { unsupported: true }
