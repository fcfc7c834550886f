import * as z from 'zod/mini'
import en from 'zod/v4/locales/en.js'
import { AnetError, type Failure } from '../errors.js'
import type { Answer } from './answer.js'

/** Of itself zod/mini says "Invalid input" whatever is wrong. */
const { localeError: sayWhy } = en()

/** An operation of the op table: how its input is read, and what this library answers. */
export type Op = (input: unknown) => Answer

type Ok = Readonly<Record<string, unknown>>

/**
 * Defines an operation. Input that the schema does not take is `BAD_INPUT`; so is what the library says the caller got wrong
 * without a code of the protocol. Making the schemas of all operations takes as long as loading the rest of the library: each
 * is made when its operation is first asked for.
 */
export const op = <S extends z.ZodMiniType>(
  schemaOf: () => S,
  run: (input: z.output<S>) => { readonly ok: Ok } | Failure,
): Op => {
  const schema = z.lazy(schemaOf)
  return (input) => {
    const read = z.safeParse(schema, input, { error: sayWhy })
    if (!read.success) {
      const [issue] = read.error.issues
      return { error: 'BAD_INPUT', detail: issue?.message ?? 'no input of this operation' }
    }
    try {
      const result = run(read.data)
      return 'code' in result ? refusalOf(result) : result
    } catch (error) {
      if (error instanceof AnetError)
        return refusalOf({ code: error.code, detail: error.message, path: error.path })
      throw error
    }
  }
}

const refusalOf = ({
  code,
  detail,
  path,
}: {
  readonly code: string
  readonly detail: string
  readonly path?: string | undefined
}): Answer => (path === undefined ? { error: code, detail } : { error: code, detail, path })
