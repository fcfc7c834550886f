import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The root of the checkout. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** A ```ts block of a doc comment or of a document, or a command of a ```sh block. */
export type Example = {
  /** The file it stands in, by its path below the root. */
  readonly file: string
  /** The line of the file on which `code` starts, from 1. */
  readonly line: number
  readonly code: string
}

/** What else than doc comments holds examples: documents, and folders of documents. */
const DOCUMENTS = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'bench/',
  'examples/',
  'guides/',
  'vectors/',
]

/** The examples of the doc comments in src/ and of the documents. */
export const allExamples = (): readonly Example[] => [
  ...filesBelow('src/', '.ts').flatMap((file) => examplesInDocComments(file, textOf(file))),
  ...documents().flatMap((file) => examplesInDocument(file, textOf(file))),
]

/** The commands of the documents: each line of a ```sh block, with those that a backslash joins to it. */
export const shellExamples = (): readonly Example[] =>
  documents().flatMap((file) =>
    blocksOf('sh', file, textOf(file)).flatMap(({ line, code }) =>
      [...code.matchAll(/(?:.*\\\n)*.+\n/g)].map(({ 0: command, index }) => ({
        file,
        line: line + lineCount(code.slice(0, index)) - 1,
        code: command.trimEnd(),
      })),
    ),
  )

const documents = (): readonly string[] =>
  DOCUMENTS.flatMap((path) => (path.endsWith('/') ? filesBelow(path, '.md') : [path]))

/** The examples of every doc comment of some source text. */
export const examplesInDocComments = (file: string, source: string): readonly Example[] =>
  [...source.matchAll(/\/\*\*.*?\*\//gs)].flatMap(({ 0: comment, index }) => {
    const before = lineCount(source.slice(0, index)) - 1
    const text = comment.replace(/^ *\* ?/gm, '')
    return examplesInDocument(file, text).map((example) => ({ ...example, line: example.line + before }))
  })

/** The examples of some Markdown. */
export const examplesInDocument = (file: string, markdown: string): readonly Example[] =>
  blocksOf('ts', file, markdown)

const blocksOf = (language: string, file: string, markdown: string): readonly Example[] =>
  [...markdown.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(
    ({ 1: code, index }) => ({
      file,
      line: lineCount(markdown.slice(0, index)) + 1,
      code: code as string,
    }),
  )

const lineCount = (text: string): number => text.split('\n').length

const textOf = (file: string): string => readFileSync(`${ROOT}${file}`, 'utf8')

const filesBelow = (folder: string, extension: string): readonly string[] =>
  readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(extension))
    .sort()
    .map((path) => folder + path)
