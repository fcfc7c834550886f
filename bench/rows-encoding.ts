import { Encoding, orThrow } from 'anet-protocol'
import type { Row } from './measure.js'

export const encodingRows: readonly Row[] = [
  {
    name: 'json.canonicalize 64KB / JSON.parse+stringify',
    prepare: () => {
      const text = new TextEncoder().encode(unsortedText(64 * 1024))
      const decoder = new TextDecoder()
      return {
        this: () => Encoding.canonicalize(orThrow(Encoding.parseJson(text)).value) !== '',
        against: () => JSON.stringify(JSON.parse(decoder.decode(text))) !== '',
      }
    },
  },
]

/** A JSON text of about so many bytes whose members do not stand in canonical order. */
const unsortedText = (bytes: number): string => {
  const entry = {
    name: 'Harbour station',
    at: [59.9139, 10.7522],
    readings: { wind: 7.2, air: -3 },
    isOpen: true,
  }
  const count = Math.floor(bytes / (JSON.stringify(entry).length + 1))
  return JSON.stringify(Array.from({ length: count }, () => entry))
}
