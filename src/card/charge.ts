import { isJsonArray, isJsonObject, type JsonObject } from '../encoding/json.js'
import { URIS } from './uris.js'

/** Whether an agent charges for none of its skills, for some, or for all. */
export type Charge = 'free' | 'partial' | 'paid'

/** What a card's a2a-x402 declarations say (PROTOCOL: What a node publishes): not declared, declared, required. */
export const chargeOf = (card: JsonObject): Charge => {
  const { capabilities } = card
  const extensions = isJsonObject(capabilities) ? capabilities.extensions : undefined
  if (!isJsonArray(extensions)) return 'free'
  const declared = extensions.filter((extension) => isJsonObject(extension) && extension.uri === URIS.x402)
  if (declared.length === 0) return 'free'
  return declared.some((extension) => (extension as JsonObject).required === true) ? 'paid' : 'partial'
}
