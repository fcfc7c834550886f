import { AnetError } from '../errors.js'
import { unicodeEscapes } from './unicode-escape.js'

/**
 * A JSON string as Go's `encoding/json` writes it (PROTOCOL: Go-style JSON): `<` `>` `&` and U+2028/U+2029 escaped, short
 * escapes where there are, everything else literal.
 *
 * @throws an {@link AnetError}: `BAD_INPUT` for a lone surrogate.
 * @example
 * ```ts
 * import { Encoding } from 'anet-protocol'
 *
 * Encoding.goString('a<b') // '"a\\u003cb"'
 * ```
 */
export const goString = (text: string): string => {
  if (!text.isWellFormed()) throw new AnetError('BAD_INPUT', 'a text holds a lone surrogate')
  return JSON.stringify(text).replace(/[<>&\u2028\u2029]/g, unicodeEscapes)
}
