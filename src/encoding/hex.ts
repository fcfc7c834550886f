import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'

/**
 * Lower-case hex of some bytes.
 *
 * @example
 * ```ts
 * import { Encoding } from 'anet-protocol'
 *
 * Encoding.toHex(Uint8Array.of(0, 255)) // '00ff'
 * ```
 */
export const toHex = (bytes: Uint8Array): string => bytesToHex(bytes)

/**
 * The bytes of lower-case hex; undefined for anything else, upper case included: one spelling per value.
 *
 * @example
 * ```ts
 * import { Encoding } from 'anet-protocol'
 *
 * Encoding.fromHex('00ff') // Uint8Array [0, 255]
 * Encoding.fromHex('00FF') // undefined
 * ```
 */
export const fromHex = (text: string): Uint8Array | undefined =>
  text.length % 2 === 0 && !/[^0-9a-f]/.test(text) ? hexToBytes(text) : undefined
