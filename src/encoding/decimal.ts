/** 2^64 - 1, the largest uint64. */
export const MAX_UINT64 = 2n ** 64n - 1n

/** A uint64 written as a decimal text without leading zeros; undefined for anything else. */
export const parseUint64 = (text: unknown): bigint | undefined => {
  if (typeof text !== 'string' || !/^(?:0|[1-9][0-9]{0,19})$/.test(text)) return undefined
  const value = BigInt(text)
  return value <= MAX_UINT64 ? value : undefined
}

/** 2^63 - 1, the largest amount. */
export const MAX_AMOUNT = 2n ** 63n - 1n

/** An amount of credits: a whole number from 0 to 2^63 - 1 as a decimal text without leading zeros; undefined for anything else. */
export const parseAmount = (text: unknown): bigint | undefined => {
  const value = parseUint64(text)
  return value !== undefined && value <= MAX_AMOUNT ? value : undefined
}
