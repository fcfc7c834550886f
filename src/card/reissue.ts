import { canonicalText } from '../encoding/jcs.js'
import type { JsonObject } from '../encoding/json.js'
import { AnetError, orThrow } from '../errors.js'
import type { Controller } from '../identity/controller.js'
import { formatKid, parseKid, readProtected } from './jws.js'
import { unsigned } from './payload.js'
import { type CardKind, sign } from './sign.js'
import { type ParsedCard, parse } from './structure.js'
import { URIS } from './uris.js'

/**
 * Signs a card of one's own that may have been published before. The same content under the same key gives the bytes that were
 * published; changed content, or another key, needs a higher seq.
 *
 * @param options - `previous`: the card as it was last published; undefined for the first
 * @throws an {@link AnetError}: `SEQ_FORK` for changed content under the seq of the previous card, `SEQ_ROLLBACK` for a lower seq;
 * what {@link parse} refuses of the previous card; what {@link sign} throws.
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
 * const published = Card.reissue(signer, first.card, { as: 'public', jku: first.jku })
 * const again = Card.reissue(signer, later.card, { as: 'public', jku: later.jku, previous: published })
 * again === published // true
 * ```
 */
export const reissue = (
  signer: Controller,
  card: JsonObject,
  { as, jku, previous }: { readonly as: CardKind; readonly jku?: string; readonly previous?: Uint8Array },
): Uint8Array => {
  const kid = formatKid(signer.kel.states.at(-1)!)
  const signed = sign(card, { seed: signer.seed, kid, as, ...(jku === undefined ? {} : { jku }) })
  if (previous === undefined) return signed
  const [before, after] = [previous, signed].map((bytes) => orThrow(parse(bytes)).card) as [
    ParsedCard,
    ParsedCard,
  ]
  if (contentOf(before.json) === contentOf(after.json) && kidsOf(before).includes(kid)) return previous
  if (after.seq < before.seq) throw new AnetError('SEQ_ROLLBACK', `seq ${after.seq} is below ${before.seq}`)
  if (after.seq === before.seq) throw new AnetError('SEQ_FORK', 'changed content needs a higher seq')
  return signed
}

const kidsOf = ({ signatures }: ParsedCard): readonly string[] =>
  signatures.flatMap(({ protected: encoded }, i) => {
    const header = readProtected(encoded, `signatures[${i}]`)
    return header.ok && parseKid(header.kid) !== undefined ? [header.kid] : []
  })

/** What a card states, whenever it was issued. It is in publish form, so its payload has one form. */
const contentOf = (card: JsonObject): string => {
  const capabilities = card.capabilities as JsonObject
  const extensions = (capabilities.extensions as readonly JsonObject[]).map((extension) =>
    extension.uri === URIS.anetCard ? { uri: URIS.anetCard } : extension,
  )
  return canonicalText({ ...unsigned(card), capabilities: { ...capabilities, extensions } })
}
