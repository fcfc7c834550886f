import { defineConfig } from 'vitest/config'
import base from './vitest.config.js'

/** `npm run fuzz`: see test/fuzz/mutations.fuzz.ts. */
export default defineConfig({
  ...base,
  test: { include: ['test/fuzz/*.fuzz.ts'], testTimeout: 1_800_000, disableConsoleIntercept: true },
})
