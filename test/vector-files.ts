import { readdirSync, readFileSync } from 'node:fs'
import { readVectors, type Vector } from '../src/conformance/vector.js'

const root = new URL('../vectors/', import.meta.url)

/** The vector files by their path below vectors/. */
export const vectorFiles: readonly string[] = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.includes('/') && path.endsWith('.json'))
  .sort()

/** A vector file, as parsed JSON. */
export const readVectorFile = (path: string): unknown => JSON.parse(readFileSync(new URL(path, root), 'utf8'))

/** The vectors of a file; what is wrong with it is said with its name. */
export const vectorsIn = (path: string): readonly Vector[] => {
  try {
    return readVectors(readVectorFile(path))
  } catch (cause) {
    throw new Error(`vectors/${path} is no vector file`, { cause })
  }
}

/** The vectors of all files. */
export const allVectors = (): readonly Vector[] => vectorFiles.flatMap(vectorsIn)
