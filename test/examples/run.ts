import fs, { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import ts from 'typescript'
import * as library from '../../src/index.js'
import { holds, parseClaim } from './claim.js'
import type { Example } from './example.js'

const builtin = createRequire(import.meta.url)

const scratch = mkdtempSync(join(tmpdir(), 'anet-protocol-'))
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }))

/** What examples may import. What they write goes into a folder that is gone afterwards. */
const load = (specifier: string): unknown => {
  if (specifier === 'anet-protocol') return library
  if (specifier === 'node:fs') {
    const writeFileSync = (name: string, content: Uint8Array) =>
      fs.writeFileSync(join(scratch, name), content)
    return { ...fs, writeFileSync }
  }
  if (specifier.startsWith('node:')) return builtin(specifier)
  throw new Error(`an example cannot import ${specifier}`)
}

/**
 * Runs an example and compares what it claims. Every comment behind an expression statement, or on the lines directly
 * below it, is a claim about its value; any other comment, such as one behind a declaration or below an empty line, is
 * prose. Throws when a claim does not hold, is no value or is never reached, and when there is none.
 */
export const run = async (example: Example): Promise<void> => {
  const claimed = claimedExpressions(example)
  if (claimed.length === 0) throw new Error('the example claims nothing')
  const unreached = new Set(claimed)
  const judge = (index: number, value: unknown): unknown => {
    const { comment, line } = claimed[index]!
    if (!holds(parseClaim(comment), value)) {
      throw new Error(
        `${example.file}:${line}: claimed ${comment}, but it is ${inspect(value, { depth: 9, breakLength: Infinity })}`,
      )
    }
    unreached.delete(claimed[index]!)
    return value
  }
  const { outputText } = ts.transpileModule(withJudge(example.code, claimed), {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2023 },
  })
  await new AsyncFunction('require', 'exports', 'judge', outputText)(load, {}, judge)
  for (const { comment, line } of unreached) {
    throw new Error(`${example.file}:${line}: never reached: ${comment}`)
  }
}

const AsyncFunction = (async () => {}).constructor as new (
  ...source: string[]
) => (...args: unknown[]) => Promise<void>

type Claimed = {
  readonly start: number
  readonly end: number
  readonly comment: string
  /** Where it stands in the example's file, from 1. */
  readonly line: number
}

/** The expression statements of an example that a comment is about, in the order of the text. */
const claimedExpressions = ({ code, line }: Example): readonly Claimed[] => {
  const source = ts.createSourceFile('example.ts', code, ts.ScriptTarget.ES2023)
  const found: Claimed[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isExpressionStatement(node)) {
      const start = node.expression.getStart(source)
      const { end } = node.expression
      const comments = /^;?[ \t]*((?:\n?[ \t]*\/\/.*)+)/.exec(code.slice(end))?.[1]
      if (comments !== undefined) {
        const comment = comments.replace(/\s*\/\/ ?/g, ' ').trim()
        found.push({ start, end, comment, line: line + source.getLineAndCharacterOfPosition(end).line })
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** The code with `judge(index, …)` around each claimed expression. */
const withJudge = (code: string, claimed: readonly Claimed[]): string => {
  let judged = ''
  let written = 0
  for (const [i, { start, end }] of claimed.entries()) {
    judged += `${code.slice(written, start)}judge(${i}, ${code.slice(start, end)}\n)`
    written = end
  }
  return judged + code.slice(written)
}
