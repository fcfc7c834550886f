import type { Expectation } from './vector.js'

/** What an adapter answers to one operation. */
export type Answer =
  | { readonly ok: Readonly<Record<string, unknown>> }
  | { readonly error: string; readonly detail?: string; readonly path?: string }
  | { readonly unsupported: true }

/**
 * Whether an answer is the expected one: the same code, or at least the expected members. Lists are compared element by
 * element; an object may hold more members than expected.
 *
 * @example
 * ```ts
 * import { Conformance } from 'anet-protocol'
 *
 * Conformance.matches({ ok: { valid: true } }, { ok: { valid: true, extra: 1 } }) // true
 * Conformance.matches({ error: 'UNSIGNED' }, { ok: {} }) // false
 * ```
 */
export const matches = (expected: Expectation, answer: Answer): boolean => {
  if ('error' in expected) return 'error' in answer && answer.error === expected.error
  return 'ok' in answer && holds(answer.ok, expected.ok)
}

const holds = (actual: unknown, expected: unknown): boolean => {
  if (typeof expected !== 'object' || expected === null) return actual === expected
  if (typeof actual !== 'object' || actual === null) return false
  if (Array.isArray(expected)) {
    return (
      Array.isArray(actual) &&
      actual.length === expected.length &&
      expected.every((element, i) => holds(actual[i], element))
    )
  }
  return Object.entries(expected).every(
    ([name, member]) =>
      Object.hasOwn(actual, name) && holds((actual as Record<string, unknown>)[name], member),
  )
}
