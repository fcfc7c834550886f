import { defineConfig } from 'vitest/config'
import base from './vitest.config.js'

/** `npm run test:browser`: see test/browser/vectors.browser.ts. */
export default defineConfig({
  ...base,
  test: { include: ['test/browser/*.browser.ts'], testTimeout: 60_000 },
})
