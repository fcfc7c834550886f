import * as z from 'zod/mini'
import { parsePlainJson } from '../encoding/plain-json.js'
import { answer } from './ops.js'

const request = z.lazy(() => z.object({ id: z.string(), op: z.string(), input: z.unknown() }))

/**
 * One line of the adapter protocol (vectors/README.md): reads `{"id", "op", "input"}` and gives the answer as a line
 * without its line break. A line that is no request is answered with `BAD_INPUT` and the id null; a fault of this library
 * with `INTERNAL`, which no vector expects.
 *
 * @example
 * ```ts
 * import { Conformance } from 'anet-protocol'
 *
 * Conformance.answerLine('{"id":"1","op":"cbor.decode","input":{"bytesHex":"01"}}') // '{"id":"1","ok":{"value":1}}'
 * ```
 */
export const answerLine = (line: string): string => {
  const read = z.safeParse(request, parsePlainJson(line))
  if (!read.success)
    return JSON.stringify({ id: null, error: 'BAD_INPUT', detail: 'no request of the protocol' })
  const { id, op, input } = read.data
  try {
    return JSON.stringify({ id, ...answer(op, input) })
  } catch {
    return JSON.stringify({ id, error: 'INTERNAL', detail: 'the operation failed in a way it should not' })
  }
}
