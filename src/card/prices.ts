import { parseAmount } from '../encoding/decimal.js'
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../encoding/json.js'
import { AnetError, type Failure, type Result, refuse } from '../errors.js'
import type { Aid } from '../identity/aid.js'
import { hubOf, type Network, networkOf } from '../identity/network.js'
import { URIS } from './uris.js'
import type { VerifiedCard } from './verify.js'

/** The only asset: credits that a hub keeps. */
export const CREDIT = 'credit'

/**
 * The prices of a verified card, with all it takes to use them later: whose they are, of which skills, and when they were
 * fetched. Made by {@link readPrices} alone.
 */
export type PriceList = {
  readonly aid: Aid
  readonly network: Network
  readonly asset: typeof CREDIT
  /** By skill id; a listed skill that is not here is free. */
  readonly prices: ReadonlyMap<string, bigint>
  readonly skillIds: readonly string[]
  /** Unix milliseconds. */
  readonly fetchedAt: bigint
  readonly [fromVerifiedCard]: true
}
declare const fromVerifiedCard: unique symbol

/**
 * The prices that a verified card states in its anet-price extension (PROTOCOL: anet-price).
 *
 * Refusals: `NO_PRICES` without the extension; `INVALID_PRICES` for two of them, an empty list, a repeated skillId or one that is
 * no skill of the card, another asset than "credit", a network that is not "hub:" and an AID, an amount that is no whole
 * decimal from 1 to 2^63 - 1.
 *
 * @param fetchedAt - when the card was fetched, unix milliseconds
 * @example
 * ```ts
 * import { Card } from 'anet-protocol'
 *
 * const skillIds = ['echo']
 * const json = { capabilities: { streaming: false, pushNotifications: false } }
 * Card.readPrices({ json, skillIds } as unknown as Card.VerifiedCard, 1n) // { ok: false, code: 'NO_PRICES', … }
 * ```
 */
export const readPrices = (
  { json, aid, skillIds }: VerifiedCard,
  fetchedAt: bigint,
): Result<{ readonly list: PriceList }, 'NO_PRICES' | 'INVALID_PRICES'> => {
  const extensions = (json.capabilities as JsonObject).extensions
  const stated = (isJsonArray(extensions) ? extensions : []).flatMap((extension, i) =>
    isJsonObject(extension) && extension.uri === URIS.anetPrice
      ? [{ params: extension.params, path: `capabilities.extensions[${i}].params` }]
      : [],
  )
  const [only, second] = stated
  if (only === undefined) return refuse('NO_PRICES', 'the card has no anet-price extension')
  if (second !== undefined) return invalid('a second anet-price extension', second.path)
  const { params, path } = only
  if (!isJsonObject(params)) return invalid('no object', path)
  const hub = typeof params.network === 'string' ? hubOf(params.network) : undefined
  if (hub === undefined) return invalid('no "hub:" and an AID', `${path}.network`)
  if (params.asset !== CREDIT) return invalid('another asset than credit', `${path}.asset`)
  const read = readPriceEntries(params.prices, skillIds, `${path}.prices`)
  if (!read.ok) return read
  const list: Omit<PriceList, typeof fromVerifiedCard> = {
    aid,
    network: networkOf(hub),
    asset: CREDIT,
    prices: read.prices,
    skillIds,
    fetchedAt,
  }
  return { ok: true, list: list as PriceList }
}

const readPriceEntries = (
  entries: JsonValue | undefined,
  skillIds: readonly string[],
  path: string,
): Result<{ readonly prices: ReadonlyMap<string, bigint> }, 'INVALID_PRICES'> => {
  if (!isJsonArray(entries) || entries.length === 0) return invalid('no list with an element', path)
  const listed = new Set(skillIds)
  const prices = new Map<string, bigint>()
  for (const [i, entry] of entries.entries()) {
    if (!isJsonObject(entry)) return invalid('no object', `${path}[${i}]`)
    const { skillId, amount } = entry
    if (typeof skillId !== 'string' || !listed.has(skillId)) {
      return invalid('no skill of the card', `${path}[${i}].skillId`)
    }
    if (prices.has(skillId)) return invalid('a second price of this skill', `${path}[${i}].skillId`)
    const price = parseAmount(amount)
    if (price === undefined || price === 0n) {
      return invalid('no whole decimal from 1 to 2^63 - 1', `${path}[${i}].amount`)
    }
    prices.set(skillId, price)
  }
  return { ok: true, prices }
}

/**
 * The anet-price extension of a card, its prices in the order given.
 *
 * @throws an {@link AnetError}: `INVALID_PRICES` for no price, or one that is not from 1 to 2^63 - 1.
 * @example
 * ```ts
 * import { Card, Kel } from 'anet-protocol'
 *
 * const network = Kel.networkOf(Kel.parseAid('bafyreicg')!)
 * Card.priceExtension(network, new Map([['echo', 3n]])).params // { network: 'hub:bafyreicg', asset: 'credit', prices: […] }
 * ```
 */
export const priceExtension = (network: Network, prices: ReadonlyMap<string, bigint>) => {
  if (prices.size === 0) throw new AnetError('INVALID_PRICES', 'a price list has a price')
  return {
    uri: URIS.anetPrice,
    params: {
      network,
      asset: CREDIT,
      prices: [...prices].map(([skillId, price]) => {
        if (price === 0n || parseAmount(`${price}`) === undefined) {
          throw new AnetError('INVALID_PRICES', 'no price from 1 to 2^63 - 1', skillId)
        }
        return { skillId, amount: `${price}` }
      }),
    },
  }
}

/** A skill of an extended card and its price, "0" when it is free. */
export type PricedSkill = { readonly id: string; readonly price: string }

/**
 * The skills of an extended card in its order, each with its price, and when the prices were fetched. A card without
 * anet-price prices nothing: every skill is free.
 *
 * Refusals: `INVALID_PRICES` as {@link readPrices} has them.
 *
 * @example
 * ```ts
 * import { Card } from 'anet-protocol'
 *
 * const json = { capabilities: { streaming: false, pushNotifications: false } }
 * Card.listSkills({ json, skillIds: ['echo'] } as unknown as Card.VerifiedCard, 1n)
 * // { ok: true, skills: [{ id: 'echo', price: '0' }], pricesFetchedAt: 1n }
 * ```
 */
export const listSkills = (
  card: VerifiedCard,
  fetchedAt: bigint,
): Result<
  { readonly skills: readonly PricedSkill[]; readonly pricesFetchedAt: bigint },
  'INVALID_PRICES'
> => {
  const read = readPrices(card, fetchedAt)
  if (!read.ok && read.code === 'INVALID_PRICES') return read as Failure<'INVALID_PRICES'>
  const prices = read.ok ? read.list.prices : new Map<string, bigint>()
  const skills = card.skillIds.map((id) => ({ id, price: `${prices.get(id) ?? 0n}` }))
  return { ok: true, skills, pricesFetchedAt: fetchedAt }
}

const invalid = (detail: string, path: string): Failure<'INVALID_PRICES'> =>
  refuse('INVALID_PRICES', detail, path)
