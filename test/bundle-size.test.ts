import { expect, it } from 'vitest'
import { BUNDLED, sizeOf } from '../bench/bundle-sizes.js'

it.each(
  BUNDLED.flatMap((bundled) =>
    bundled.budget === undefined ? [] : [[bundled.name, bundled.budget, bundled] as const],
  ),
)('a bundle to %s takes at most %i bytes', async (_, budget, bundled) => {
  const { gzipped } = await sizeOf(bundled)
  expect(gzipped).toBeLessThanOrEqual(budget)
})
