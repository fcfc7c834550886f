import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  advance,
  errorOf,
  mayFollow,
  type PaymentState,
  type PaymentStatus,
} from '../../src/payment/outcome.js'

const STATUSES = [
  'payment-required',
  'payment-submitted',
  'payment-verified',
  'payment-completed',
  'payment-failed',
  'payment-rejected',
] as const satisfies readonly PaymentStatus[]

const status = fc.constantFrom(...STATUSES)

describe('a payment', () => {
  it('goes where the rules let it, and nowhere else', () => {
    for (const from of STATUSES) {
      for (const to of STATUSES) {
        const next = () => advance({ status: from, isOutcomeUnknown: false }, to)
        if (mayFollow(from, to)) expect(next()).toEqual({ status: to, isOutcomeUnknown: false })
        else expect(next).toThrow(expect.objectContaining({ code: 'INVALID_TRANSITION' }))
      }
    }
  })

  it('waits for an outcome only once it was submitted, and keeps its status', () => {
    for (const from of STATUSES) {
      const next = () => advance({ status: from, isOutcomeUnknown: false }, 'outcome-unknown')
      if (from === 'payment-submitted' || from === 'payment-verified') {
        expect(next()).toEqual({ status: from, isOutcomeUnknown: true })
      } else {
        expect(next).toThrow(expect.objectContaining({ code: 'INVALID_TRANSITION' }))
      }
    }
  })

  it('that was completed or rejected stays so, whatever happened before', () => {
    const events = fc.array(fc.oneof(status, fc.constant('outcome-unknown' as const)), { maxLength: 30 })
    let ended = 0
    fc.assert(
      fc.property(events, (events) => {
        let state: PaymentState = { status: 'payment-required', isOutcomeUnknown: false }
        for (const event of events) {
          const before = state
          try {
            state = advance(state, event)
          } catch {
            continue
          }
          expect(['payment-completed', 'payment-rejected']).not.toContain(before.status)
          ended += Number(state.status === 'payment-completed')
        }
      }),
      { numRuns: 2000 },
    )
    expect(ended).toBeGreaterThan(0)
  })
})

describe('the error of a reason', () => {
  it('keeps a reason it does not know, and has none while the outcome is unknown', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.constantFrom('constructor', '__proto__', 'toString')),
        (reason) => {
          expect(errorOf(reason)).toEqual({ final: true, code: 'SETTLEMENT_FAILED', reason })
        },
      ),
    )
    expect(errorOf('settlement_pending')).toEqual({ final: false })
  })
})
