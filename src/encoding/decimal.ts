/** 2^64 - 1, the largest uint64. */
export const MAX_UINT64 = 2n ** 64n - 1n

/** A uint64 written as a decimal without leading zeros; undefined for any other text. */
export const parseUint64 = (text: string): bigint | undefined => {
  if (!/^(?:0|[1-9][0-9]{0,19})$/.test(text)) return undefined
  const value = BigInt(text)
  return value <= MAX_UINT64 ? value : undefined
}
