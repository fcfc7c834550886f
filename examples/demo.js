/**
 * `npm run demo`: checks the signed cards of the conformance vectors, then tells the story of a key rotation.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { Card, Crypto, Encoding, Kel } from 'anet-protocol'

const NOW = 1767225600000n

/** Of the columns card, signer, verdict, code and why. */
const WIDTHS = [36, 20, 8, 20, 40]

const folder = new URL('../vectors/card/', import.meta.url)
const vectors = readdirSync(folder).flatMap(
  (file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')).vectors,
)

heading('Cards that other implementations signed')
for (const { id, op, input, source } of vectors.filter(({ id }) => id.includes('/published-'))) {
  const card = id.replace(/.*published-/, '')
  if (op === 'card.verify') row(card, signerOf(source), verify(input))
  else if (op === 'card.verifyJws' && card === 'python-proxy-card') {
    row(`${card}, its JWS alone`, signerOf(source), verifyJws(input))
  }
}

heading('One card for each code a card is refused with')
const shown = new Set(['BAD_INPUT'])
for (const { op, input, expect, description } of vectors) {
  if (op !== 'card.verify' || expect.error === undefined || shown.has(expect.error)) continue
  shown.add(expect.error)
  row(description, 'the conformance suite', verify(input))
}

heading('A fresh identity signs a card, then rotates its key')
const [seed, nextSeed, laterSeed] = ['now', 'next', 'later'].map((name) => Crypto.sha256(`demo ${name}`))
const young = Kel.incept({ seed, nextSeed, timestamp: NOW })
const before = signCard(young)
const rotated = Kel.rotate(young, { nextSeed: laterSeed, timestamp: NOW + 1000n })
row('signed with the first key, before the rotation', shortened(young), verdictOn(before, young))
row('the same card, after the rotation', shortened(young), verdictOn(before, rotated))
row('signed again, with the new key', shortened(rotated), verdictOn(signCard(rotated), rotated))

function signCard({ kel, seed }) {
  const { aid, keyStateSeq } = kel.states.at(-1)
  const card = {
    name: 'Echo',
    description: 'Returns the input text.',
    version: '1.0.0',
    supportedInterfaces: [
      {
        url: 'https://hub.example.org/relay',
        protocolBinding: Card.URIS.relay,
        protocolVersion: '1.0',
        tenant: aid,
      },
    ],
    capabilities: {
      streaming: false,
      pushNotifications: false,
      extensions: [
        {
          uri: Card.URIS.anetCard,
          params: { aid, seq: `${keyStateSeq + 1n}`, issuedAt: `${NOW}`, notBefore: `${NOW - 60_000n}` },
        },
      ],
    },
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [{ id: 'echo', name: 'Echo', description: 'Returns the input text.', tags: ['text'] }],
  }
  return Card.sign(card, { seed, kid: Card.formatKid({ aid, keyStateSeq }) })
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

function signerOf(source) {
  return source.replace(/, published as.*/, '')
}

function shortened({ kel: { aid } }) {
  return `${aid.slice(0, 10)}…${aid.slice(-6)}`
}

function heading(text) {
  print(`\n${text}\n`)
  line(['CARD', 'SIGNER', 'VERDICT', 'CODE', 'WHY'])
}

function row(card, signer, result) {
  const form = result.canonicalForm ?? result.card?.canonicalForm
  line(
    result.ok
      ? [card, signer, 'accepted', '', `the signature holds over the ${form} form`]
      : [card, signer, 'refused', result.code, whyOf(result)],
  )
}

/** One row of the table; a cell that is too long goes on below itself. */
function line(cells) {
  const columns = cells.map((cell, i) => wrapped(cell, WIDTHS[i]))
  for (let i = 0; columns.some((column) => column[i] !== undefined); i++) {
    print(
      columns
        .map((column, c) => (column[i] ?? '').padEnd(WIDTHS[c]))
        .join('  ')
        .trimEnd(),
    )
  }
}

function wrapped(text, width) {
  return text.match(new RegExp(`\\S{${width}}|\\S.{0,${width - 1}}(?=\\s|$)`, 'g')) ?? []
}

function whyOf({ detail, path }) {
  return path === undefined ? detail : `${path}: ${detail}`
}

function print(text) {
  process.stdout.write(`${text}\n`)
}
