import { readdir, readFile } from 'node:fs/promises'
import { readVectors, type Vector } from '../conformance/vector.js'

/** Beside dist/, in the checkout and in the installed package. */
const ROOT = new URL('../../vectors/', import.meta.url)

/** The vectors that came with the package, by area and file. */
export const readAllVectors = async (): Promise<readonly Vector[]> => {
  const paths = (await readdir(ROOT, { recursive: true }))
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.includes('/') && path.endsWith('.json'))
    .sort()
  const files = await Promise.all(
    paths.map(async (path) => readVectors(JSON.parse(await readFile(new URL(path, ROOT), 'utf8')))),
  )
  return files.flat()
}
