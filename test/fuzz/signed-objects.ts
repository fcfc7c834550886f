import type { Code, Failure } from '../../src/errors.js'
import { cborMutators } from './mutate-cbor.js'
import { documented, type Original, type Subject } from './subject.js'

/** What a reader says of a signed object: the CID of what was signed, or why it does not hold. */
export type Judged = { readonly ok: true; readonly id: string } | Failure

/** A signed object that holds, and the reader that knows everything else about it. */
export type SignedOriginal = Original & { readonly verify: (mutant: Uint8Array) => Judged }

/** A kind of signed object: none holds but over what was signed. */
export const signedSubject = ({
  name,
  perMille,
  codes,
  originals,
}: {
  readonly name: string
  readonly perMille: number
  readonly codes: readonly Code[]
  readonly originals: readonly SignedOriginal[]
}): Subject => {
  const signed = new Map(
    originals.map(({ id, bytes, verify }) => {
      const judged = verify(bytes)
      if (!judged.ok) throw new Error(`${id} is refused with ${judged.code}`)
      return [id, judged.id]
    }),
  )
  return {
    name,
    perMille,
    mutators: cborMutators,
    cases: originals.map(({ id, bytes, verify }) => ({
      id,
      bytes,
      judge: (mutant, other) => {
        const judged = documented(name, codes, verify(mutant))
        if (!judged.ok) return judged.code
        if (judged.id !== signed.get(id) && judged.id !== signed.get(other.id)) {
          throw new Error('an object holds that nobody signed')
        }
        return 'accepted'
      },
    })),
  }
}
