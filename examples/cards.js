import { readdirSync, readFileSync } from 'node:fs'
import { Card, Crypto, Encoding, Kel } from 'anet-protocol'
import { table } from './table.js'

const NOW = 1767225600000n

const COLUMNS = { CARD: 36, SIGNER: 20, VERDICT: 8, CODE: 20, WHY: 40 }

/** Cards that other implementations signed, and one card for each code a card is refused with. */
export function tellCards() {
  const vectors = cardVectors()
  const published = table('Cards that other implementations signed', COLUMNS)
  for (const { id, op, input, source } of vectors.filter(({ id }) => id.includes('/published-'))) {
    const card = id.replace(/.*published-/, '')
    const signer = source?.replace(/, published as.*/, '')
    if (op === 'card.verify') published(card, signer, ...cells(verify(input)))
    else if (op === 'card.verifyJws' && card === 'python-proxy-card') {
      published(`${card}, its JWS alone`, signer, ...cells(verifyJws(input)))
    }
  }

  const refused = table('One card for each code a card is refused with', COLUMNS)
  const shown = new Set(['BAD_INPUT'])
  for (const { op, input, expect, description } of vectors) {
    if (op !== 'card.verify' || expect.error === undefined || shown.has(expect.error)) continue
    shown.add(expect.error)
    refused(description, 'the conformance suite', ...cells(verify(input)))
  }
}

/** A fresh identity signs a card, rotates its key, and signs the card again. */
export function tellRotation() {
  const row = table('A fresh identity signs a card, then rotates its key', COLUMNS)
  const [seed, nextSeed, laterSeed] = ['now', 'next', 'later'].map((name) => Crypto.sha256(`demo ${name}`))
  const young = Kel.incept({ seed, nextSeed, timestamp: NOW })
  const signedBefore = signCard(young)
  const rotated = Kel.rotate(young, { nextSeed: laterSeed, timestamp: NOW + 1000n })
  const who = `${young.kel.aid.slice(0, 10)}…${young.kel.aid.slice(-6)}`
  row('signed with the first key, before the rotation', who, ...cells(verdictOn(signedBefore, young)))
  row('the same card, after the rotation', who, ...cells(verdictOn(signedBefore, rotated)))
  row('signed again, with the new key', who, ...cells(verdictOn(signCard(rotated), rotated)))
}

function cardVectors() {
  const folder = new URL('../vectors/card/', import.meta.url)
  return readdirSync(folder).flatMap(
    (file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')).vectors,
  )
}

function signCard({ kel, seed }) {
  const { aid, keyStateSeq } = kel.states.at(-1)
  const built = Card.buildPublic(
    { inbound: { policy: 'open' }, modules: { service: {} } },
    {
      name: 'Echo',
      description: 'Answers in the words it was asked with.',
      version: '1.0.0',
      aid,
      hubUrl: 'https://hub.example.org',
      seq: keyStateSeq + 1n,
      issuedAt: NOW,
    },
  )
  return Card.sign(built.card, { seed, kid: Card.formatKid({ aid, keyStateSeq }), jku: built.jku })
}

function verdictOn(card, { kel }) {
  return Card.verify(card, { now: NOW, kel })
}

function verify({ cardB64, kelB64, now }) {
  const kel = kelB64 === undefined ? undefined : Encoding.fromBase64(kelB64)
  return Card.verify(Encoding.fromBase64(cardB64), { now: BigInt(now), kel })
}

function verifyJws({ cardB64, index, publicKeyHex }) {
  return Card.verifyJws(Encoding.fromBase64(cardB64), { index, publicKey: Encoding.fromHex(publicKeyHex) })
}

function cells(result) {
  if (!result.ok)
    return ['refused', result.code, result.path ? `${result.path}: ${result.detail}` : result.detail]
  const form = result.canonicalForm ?? result.card.canonicalForm
  return ['accepted', '', `the signature holds over the ${form} form`]
}
