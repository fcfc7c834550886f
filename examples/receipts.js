import { Crypto, Kel, Receipt, Task } from 'anet-protocol'
import { table } from './table.js'

const NOW = 1767225600000n

/** A provider completes a text task, and the requester checks its receipt. */
export function tellReceipt() {
  const row = table('A provider completes a text task, and the requester checks the receipt', {
    'WHAT COMES BACK': 58,
    VERDICT: 10,
    CODE: 16,
    WHY: 40,
  })
  const [requester, provider] = ['requester', 'provider'].map((name) =>
    Kel.incept({ seed: Crypto.sha256(name) }),
  )

  const words = 'Translate "good morning" into French.'
  const nonce = Crypto.sha256('demo nonce').slice(0, 16)
  const delegated = Task.delegate(requester, Task.buildTextTask({ words, nonce }), { interactionId: 'ix-1' })
  const { delegation, goal, requestCid } = Task.verifyDelegation(delegated, {
    kel: requester.kel,
    msgTime: NOW,
  })

  const finish = (asked) => {
    const messages = Task.recordEntries({ body: asked }, [
      { kind: 'text', from: 'provider', body: 'Bonjour.' },
    ])
    const deliverable = Task.encodeConversation({ version: 2, nonce: 'demo', messages })
    const resultCid = Task.resultCid(deliverable)
    const day = { form: 2, completedDay: Number(NOW / 86_400_000n) }
    return { deliverable, receipt: Receipt.issue(provider, { ...day, requestCid, resultCid }) }
  }
  const check = (came, kel) =>
    Receipt.check({
      ...came,
      kel,
      providerAid: provider.kel.aid,
      request: delegation.taskdoc,
      sent: [{ body: words }],
    })
  const tell = (what, verdict) => row(what, verdict.verdict, verdict.code ?? '', verdict.detail)

  const honest = finish(goal)
  const altered = new TextEncoder().encode(
    new TextDecoder().decode(honest.deliverable).replace('Bonjour', 'Bonsoir'),
  )
  tell('the conversation as it was, and its receipt', check(honest, provider.kel))
  tell('the conversation changed on the way', check({ ...honest, deliverable: altered }, provider.kel))
  tell(
    'a signed conversation in which the request reads "evening"',
    check(finish(goal.replace('morning', 'evening')), provider.kel),
  )
  tell('the conversation as it was, but the log cannot be had', check(honest, undefined))
}
