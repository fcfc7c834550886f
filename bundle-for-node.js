/**
 * Bundles the built library for Node into dist/node: one file that holds all of it and what it depends on, and for each room
 * one that exports from there. Node takes longer to find and read two hundred small files than to run them. Bundlers for
 * browsers take the small files, and leave out what a program does not need.
 */
import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { build } from 'rolldown'

const { exports } = JSON.parse(readFileSync('package.json', 'utf8'))

/** What package.json offers to Node: the name of each file in dist/node, and the file that it is made from. */
const rooms = Object.values(exports).flatMap(({ node, default: source }) =>
  node === undefined ? [] : [[basename(node, '.js'), source]],
)

const CHOICE = `library.js holds code of these packages. Where there is a choice, Apache-2.0 was chosen, whose text is in the file
LICENSE of this package; the text of the MIT licence stands below.`

/** The licences of the packages whose code is in the bundle, which ask to be passed on. */
const licences = {
  name: 'licences',
  generateBundle(_, bundle) {
    const modules = Object.values(bundle).flatMap(({ moduleIds = [] }) => moduleIds)
    const folders = new Set(
      modules.flatMap((id) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id) ?? []),
    )
    const notices = [...folders].sort().map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
      const file = `${folder}/LICENSE` // a package without one states its licence by name alone
      const text = existsSync(file) ? `\n${readFileSync(file, 'utf8')}` : ''
      // What a package took from elsewhere names its owners at the top of the file.
      const owned = modules
        .filter((id) => id.startsWith(folder))
        .map((id) => /^(?:\/\*.*\*\/\n)?((?:\/\/.*\n)+)/.exec(readFileSync(id, 'utf8'))?.[1] ?? '')
        .filter((comment) => /copyright/i.test(comment))
      return `${name} ${version}, ${license}\n${text}${owned.map((comment) => `\n${comment}`).join('')}`
    })
    this.emitFile({
      type: 'asset',
      fileName: 'LICENSES.txt',
      source: `${CHOICE}\n\n${notices.join(`\n${'-'.repeat(80)}\n\n`)}`,
    })
  },
}

await build({
  input: {
    ...Object.fromEntries(rooms),
    'cli-main': 'dist/cli/main.js',
    'card-worker': 'dist/cli/card-worker.js', // verify-cards starts it by this name
  },
  platform: 'node',
  external: ['#platform'], // the runtime chooses: Bun and Deno take this bundle too
  plugins: [licences],
  output: {
    dir: 'dist/node',
    cleanDir: true,
    chunkFileNames: ({ name }) => (name === 'library' ? 'library.js' : `cli-${name}.js`),
    comments: { legal: true, annotation: true, jsdoc: false },
    codeSplitting: { groups: [{ name: 'library', test: (id) => !/[\\/]dist[\\/]cli[\\/]/.test(id) }] },
  },
})
