import { Card, Crypto, Kel, Payment, Quote } from 'anet-protocol'
import { table } from './table.js'

const NOW = 1767225600000n

/** An agent quotes for a skill whose signed price is 3, and the payer decides. */
export function tellQuote() {
  const row = table(
    'An agent quotes for a skill whose signed price is 3; the payer allows 5 at a time and 8 a day by itself, 12 a day in all',
    {
      QUOTE: 44,
      DECISION: 8,
      CODE: 24,
      WHY: 48,
    },
  )
  const [payer, provider, hub] = ['payer', 'provider', 'hub'].map((name) =>
    Kel.incept({ seed: Crypto.sha256(name) }),
  )
  const network = Kel.networkOf(hub.kel.aid)
  const owner = {
    limits: { autoMax: 5n, agentMax: 5n, agentDailyMax: 8n, explicitMax: 10n, dailyMax: 12n },
    payees: [provider.kel.aid],
  }
  const decide = (
    amount,
    purpose,
    { task = { kind: 'capability', skillId: 'translate' }, ledger = [] } = {},
  ) =>
    Quote.evaluate({
      required: Quote.build([{ network, amount, payTo: provider.kel.aid }]),
      task,
      providerAid: provider.kel.aid,
      purpose,
      signedPrices: signedPrices(provider, network),
      payableNetworks: [network],
      ...owner,
      ledger,
      now: NOW,
    })
  const tell = (what, decision) => row(what, decision.decision, decision.refusal?.code ?? '', decision.detail)

  const paid = decide(3n, 'task-auto')
  tell('3, on the automatic tier', paid)
  const { authorization } = Payment.authorize(payer, paid, { nonce: new Uint8Array(12), now: NOW })
  row('', 'signed', '', `${authorization.amount} to the provider, until ${authorization.notAfter}`)
  tell('4, on the automatic tier', decide(4n, 'task-auto', paid))
  tell('4, when an agent decides', decide(4n, 'task-agent', paid))
  tell('4, when a person decides', decide(4n, 'task-manual', paid))
  tell(
    '3 for a text task, on the automatic tier',
    decide(3n, 'task-auto', { ...paid, task: { kind: 'text' } }),
  )
  tell('10 more on the same day, when a person decides', decide(10n, 'task-manual', paid))
}

/** The prices of the provider's extended card, read from it once it verified. */
function signedPrices(provider, network) {
  const { aid, keyStateSeq } = provider.kel.states.at(-1)
  const built = Card.buildExtended(
    {
      inbound: { policy: 'approve', public_capabilities: [{ id: 'translate' }] },
      modules: {
        service: { capabilities: [{ id: 'translate', url: 'unix:///run/translate.sock', price: 3 }] },
      },
    },
    {
      name: 'Translator',
      description: 'Translates short texts.',
      version: '1.0.0',
      aid,
      hubUrl: 'https://hub.example.org',
      seq: 1n,
      issuedAt: NOW,
    },
    { variant: 'general', network },
  )
  const kid = Card.formatKid({ aid, keyStateSeq })
  const card = Card.sign(built.card, { seed: provider.seed, kid, jku: built.jku, as: 'extended' })
  return Card.readPrices(Card.verify(card, { now: NOW, kel: provider.kel }).card, NOW).list
}
