import * as z from 'zod/mini'

/**
 * A case of the conformance suite (vectors/README.md): what goes into an operation, and what must come out; `area` is that
 * of the file it stands in.
 *
 * @interface
 */
export type Vector = z.infer<typeof vector> & { readonly area: string }

/**
 * The members an answer must have, or the code it must refuse with.
 *
 * @useDeclaredType
 */
export type Expectation = Vector['expect']

const json = z.lazy(() => z.record(z.string(), z.unknown()))

const vector = z.lazy(() =>
  z.strictObject({
    id: z.string(),
    description: z.string(),
    op: z.string(),
    input: json,
    expect: z.union([z.strictObject({ ok: json }), z.strictObject({ error: z.string() })]),
    source: z.optional(z.string()),
    tags: z.optional(z.array(z.string())),
  }),
)

const vectorFile = z.lazy(() =>
  z.strictObject({
    $schema: z.string(),
    area: z.string(),
    description: z.string(),
    vectors: z.array(vector),
  }),
)

/**
 * Reads a parsed vector file: its vectors, each with the area of the file.
 *
 * @throws an error that names the member, when the file has another shape.
 * @example
 * ```ts
 * import { Conformance } from 'anet-protocol'
 *
 * const file = { $schema: '../schema.json', area: 'encoding', description: 'none yet', vectors: [] }
 * Conformance.readVectors(file) // []
 * ```
 */
export const readVectors = (file: unknown): readonly Vector[] => {
  const { area, vectors } = vectorFile.parse(file)
  return vectors.map((one) => ({ ...one, area }))
}
