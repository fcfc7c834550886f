import { gzipSync } from 'node:zlib'
import { bundleForBrowser } from './bundle.js'

/** What someone bundles, and the most it may weigh. */
export type Bundled = {
  readonly name: string
  readonly program: string
  /** In bytes, gzipped. */
  readonly budget?: number
}

export const BUNDLED: readonly Bundled[] = [
  {
    name: 'verify cards',
    program: `export { verify } from 'anet-protocol/card'`,
    budget: 36_000,
  },
  {
    name: 'check receipts',
    program: `export { check } from 'anet-protocol/receipt'`,
    budget: 34_000,
  },
  { name: 'replay key event logs', program: `export { replay } from 'anet-protocol/identity'` },
  { name: 'evaluate quotes', program: `export { evaluate } from 'anet-protocol/quote'` },
  { name: 'compute CIDs', program: `export { cidOf } from 'anet-protocol/encoding'` },
  { name: 'the whole library', program: `export * from 'anet-protocol'` },
]

/** The bytes of a bundle, minified. */
export type Size = { readonly minified: number; readonly gzipped: number }

export const sizeOf = async ({ program }: Bundled): Promise<Size> => {
  const bundle = await bundleForBrowser(program)
  return { minified: bundle.length, gzipped: gzipSync(bundle, { level: 9 }).length }
}
