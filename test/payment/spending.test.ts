import { describe, expect, it } from 'vitest'
import { admit, DEFAULT_LIMITS, type Ledger, summarize } from '../../src/payment/spending.js'

const DAY = 86_400_000n
const START = 1_767_225_600_000n

describe('a ledger', () => {
  const owner = { limits: DEFAULT_LIMITS, payees: 'off' } as const
  const payment = { payTo: 'bafyreicg', purpose: 'gateway', amount: 10n } as const

  const spend = (ledger: Ledger, now: bigint): Ledger => {
    const admitted = admit({ ...owner, ledger }, { ...payment, now })
    return admitted.ok ? admitted.ledger : ledger
  }

  it('still knows what was signed when the clock is set back over a day', () => {
    let ledger: Ledger = []
    for (let i = 0; i < 5; i++) ledger = spend(ledger, START)
    ledger = spend(ledger, START + 2n * DAY)
    const back = admit({ ...owner, ledger }, { ...payment, now: START + 1n })
    expect(back).toMatchObject({ ok: false, code: 'over_daily_limit', limit: 50n, spent: 60n })
    expect(summarize(DEFAULT_LIMITS, ledger, START + 1n)).toMatchObject({ spent: 60n, left: 0n })
  })

  it('lets a payment go once it is 24 hours old, and not a millisecond before', () => {
    let ledger: Ledger = []
    for (let i = 0; i < 5; i++) ledger = spend(ledger, START)
    expect(admit({ ...owner, ledger }, { ...payment, now: START + DAY - 1n }).ok).toBe(false)
    expect(admit({ ...owner, ledger }, { ...payment, now: START + DAY }).ok).toBe(true)
  })
})
