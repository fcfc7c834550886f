import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const src = (path: string): string => fileURLToPath(new URL(`src/${path}`, import.meta.url))

export default defineConfig({
  resolve: {
    alias: [
      { find: '#platform', replacement: src('platform/node.ts') },
      { find: /^anet-protocol$/, replacement: src('index.ts') },
      { find: /^anet-protocol\/(.+)$/, replacement: src('$1/index.ts') },
    ],
  },
  test: { include: ['test/**/*.test.ts'], testTimeout: 60_000 },
})
