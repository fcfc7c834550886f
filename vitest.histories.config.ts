import { defineConfig } from 'vitest/config'
import base from './vitest.config.js'

/** `npm run histories`: see test/payment/money-rules.histories.ts. */
export default defineConfig({
  ...base,
  test: { include: ['test/payment/*.histories.ts'], testTimeout: 1_800_000, disableConsoleIntercept: true },
})
