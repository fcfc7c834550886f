/** 2^64 - 1, the largest uint64. */
export const MAX_UINT64 = 2n ** 64n - 1n

/** A uint64 written as a decimal without leading zeros; undefined for any other text. */
export const parseUint64 = (text: string): bigint | undefined => {
  if (!/^(?:0|[1-9][0-9]{0,19})$/.test(text)) return undefined
  const value = BigInt(text)
  return value <= MAX_UINT64 ? value : undefined
}

/** 2^63 - 1, the largest amount. */
export const MAX_AMOUNT = 2n ** 63n - 1n

/** An amount of credits: a whole number from 0 to 2^63 - 1 as a decimal without leading zeros; undefined for any other text. */
export const parseAmount = (text: string): bigint | undefined => {
  const value = parseUint64(text)
  return value !== undefined && value <= MAX_AMOUNT ? value : undefined
}
