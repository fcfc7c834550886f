import { equalBytes } from '../encoding/equal-bytes.js'
import type { JsonObject } from '../encoding/json.js'
import { AnetError, orThrow } from '../errors.js'
import type { Controller } from '../identity/controller.js'
import { formatKid } from './jws.js'
import { type CardKind, sign } from './sign.js'
import { type ParsedCard, parse } from './structure.js'
import { URIS } from './uris.js'

/**
 * Signs a card of one's own that may have been published before. The same content under the same key and jku gives the bytes that
 * were published; anything else needs a higher seq.
 *
 * @param options - `previous`: the card as it was last published; undefined for the first
 * @throws an {@link AnetError}: `SEQ_FORK` for changed content under the seq of the previous card, `SEQ_ROLLBACK` for a lower seq;
 * what {@link parse} refuses of the card or the previous one, which nobody could read; what {@link sign} throws.
 * @example
 * ```ts
 * import { Card, Kel } from 'anet-protocol'
 *
 * const signer = Kel.incept({ seed: new Uint8Array(32) })
 * const subject = { name: 'Echo', description: 'Says it again.', version: '1.0.0', hubUrl: 'https://hub.example.org' }
 * const who = { ...subject, aid: signer.kel.aid, seq: 1n, issuedAt: 1767225600000n }
 * const open = { inbound: { policy: 'open' }, modules: { service: {} } }
 * const [first, later] = [who, { ...who, seq: 2n, issuedAt: 1767225700000n }].map((subject) => Card.buildPublic(open, subject))
 * if (!first?.ok || !later?.ok) throw new Error('the configuration is good')
 * const published = Card.reissue(signer, first.card, first)
 * const again = Card.reissue(signer, later.card, { ...later, previous: published })
 * again === published // true
 * ```
 */
export const reissue = (
  signer: Controller,
  card: JsonObject,
  { as, jku, previous }: { readonly as: CardKind; readonly jku?: string; readonly previous?: Uint8Array },
): Uint8Array => {
  const kid = formatKid(signer.kel.states.at(-1)!)
  const signWith = (statement: JsonObject): Uint8Array =>
    sign(statement, { seed: signer.seed, kid, as, ...(jku === undefined ? {} : { jku }) })
  const signed = signWith(card)
  const after = orThrow(parse(signed)).card
  if (previous === undefined) return signed
  const before = orThrow(parse(previous)).card
  if (equalBytes(signWith(issuedLike(card, before)), previous)) return previous
  if (after.seq < before.seq) throw new AnetError('SEQ_ROLLBACK', `seq ${after.seq} is below ${before.seq}`)
  if (after.seq === before.seq) throw new AnetError('SEQ_FORK', 'changed content needs a higher seq')
  return signed
}

/** A card as it would be under the seq and the times of another. */
const issuedLike = (card: JsonObject, { seq, issuedAt, notBefore }: ParsedCard): JsonObject => {
  const capabilities = card.capabilities as JsonObject
  const times = { seq: `${seq}`, issuedAt: `${issuedAt}`, notBefore: `${notBefore}` }
  const extensions = (capabilities.extensions as readonly JsonObject[]).map((extension) =>
    extension.uri === URIS.anetCard
      ? { ...extension, params: { ...(extension.params as JsonObject), ...times } }
      : extension,
  )
  return { ...card, capabilities: { ...capabilities, extensions } }
}
