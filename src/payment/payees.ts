import { type Result, refuse } from '../errors.js'

const MAX_LINE = 1024 * 1024
const LINE_FEED = 0x0a

/**
 * Reads a list of payees (PROTOCOL: Spending limits): one AID a line, the first word of a line counts, "#" starts a comment
 * anywhere. A missing list is an empty list, not one that is off.
 *
 * Refusals: `payees_unreadable` for a line over 1 MiB.
 *
 * @example
 * ```ts
 * import { Spending } from 'anet-protocol'
 *
 * Spending.parsePayees(new TextEncoder().encode('bafyreicg a friend\n# nobody else\n'))
 * // { ok: true, payees: ['bafyreicg'] }
 * ```
 */
export const parsePayees = (
  file: Uint8Array,
): Result<{ readonly payees: readonly string[] }, 'payees_unreadable'> => {
  const decoder = new TextDecoder()
  const payees: string[] = []
  for (let start = 0; start < file.length; ) {
    const found = file.indexOf(LINE_FEED, start)
    const end = found === -1 ? file.length : found
    if (end - start > MAX_LINE) return refuse('payees_unreadable', 'a line has more than 1 MiB')
    const [stated = ''] = decoder.decode(file.subarray(start, end)).split('#', 1)
    const [payee] = stated.match(/[^ \t\r]+/) ?? []
    if (payee !== undefined) payees.push(payee)
    start = end + 1
  }
  return { ok: true, payees }
}
