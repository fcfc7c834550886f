import { build } from 'esbuild'

/**
 * Bundles a program that imports the built library, as a browser would load it. What needs Node does not resolve and
 * fails the bundling. Runs in the folder of the package, whose name resolves there.
 */
export const bundleForBrowser = async (program: string): Promise<Uint8Array> => {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: process.cwd() },
    bundle: true,
    format: 'esm',
    platform: 'browser',
    minify: true,
    legalComments: 'none',
    write: false,
    logLevel: 'error',
    tsconfigRaw: {}, // else the paths of tsconfig.json lead to the sources, for Node
  })
  return outputFiles[0]!.contents
}
