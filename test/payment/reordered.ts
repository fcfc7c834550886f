import { canonicalText } from '../../src/encoding/jcs.js'
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../src/encoding/json.js'
import type { Decision, Situation } from '../../src/payment/quote.js'
import type { Random } from '../fuzz/random.js'

/** The same situation, told in another order: members, options, what was spent, ledgers, payees, skills and prices. */
export const reordered = (situation: Situation, random: Random): Situation => {
  const { required, accept, signed, signedPrices, payees, ledger, payableNetworks } = situation
  const { accepts, ...rest } = required as { readonly accepts: readonly JsonValue[] } & JsonObject
  const offers = hasTie(situation) ? accepts : shuffled(accepts, random)
  return {
    ...situation,
    required: withMembersShuffled({ ...rest, accepts: offers }, random),
    ledger: shuffled(ledger, random),
    payableNetworks: shuffled(payableNetworks, random),
    payees: typeof payees === 'string' ? payees : shuffled(payees, random),
    ...(accept === undefined ? {} : { accept: withMembersShuffled(accept, random) }),
    ...(signed === undefined
      ? {}
      : { signed: { ...signed, option: withMembersShuffled(signed.option, random) } }),
    ...(signedPrices === undefined
      ? {}
      : {
          signedPrices: {
            ...signedPrices,
            skillIds: shuffled(signedPrices.skillIds, random),
            prices: new Map(shuffled([...signedPrices.prices], random)),
          },
        }),
  }
}

/** An answer without what says nothing of the decision: the order of the ledger and of members. */
export const essence = (decision: Decision): object => {
  const { ledger, ...rest } = { ledger: [], ...decision }
  const entries = ledger.map(({ at, amount, purpose }) => `${at} ${amount} ${purpose}`).sort()
  const { option } = decision
  return option === undefined
    ? { ...rest, entries }
    : { ...rest, entries, option: canonicalText(option as unknown as JsonValue) }
}

/** Whether nobody chose and two different options cost the same, of which the first offered is taken. */
const hasTie = ({ required, accept }: Situation): boolean => {
  if (accept !== undefined) return false
  const { accepts } = required as unknown as { readonly accepts: readonly JsonObject[] }
  const different = new Map(accepts.map((option) => [canonicalText(option), option.amount]))
  return new Set(different.values()).size < different.size
}

const shuffled = <T>(list: readonly T[], random: Random): readonly T[] => {
  const rest = [...list]
  return list.map(() => rest.splice(random.below(rest.length), 1)[0]!)
}

const withMembersShuffled = (value: JsonValue, random: Random): JsonValue => {
  if (isJsonArray(value)) return value.map((element) => withMembersShuffled(element, random))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(
    shuffled(Object.entries(value), random).map(([name, member]) => [
      name,
      withMembersShuffled(member, random),
    ]),
  )
}
