import * as z from 'zod/mini'
import { type PriceList, readPrices } from '../card/prices.js'
import { verify } from '../card/verify.js'
import type { JsonValue } from '../encoding/json.js'
import { refuse } from '../errors.js'
import { payBind, verifyAuthorization } from '../payment/authorization.js'
import { comparePayment } from '../payment/facilitator.js'
import { checkSubmission } from '../payment/merchant.js'
import { errorOf, mayFollow } from '../payment/outcome.js'
import { parsePayees } from '../payment/payees.js'
import { answerToAgent, type Decision, evaluate, expiryOf } from '../payment/quote.js'
import { ledgerOf } from '../payment/rebuild.js'
import { verifySettlement } from '../payment/settlement.js'
import {
  admit,
  DEFAULT_LIMITS,
  type Limits,
  type Payees,
  type Purpose,
  parseLimits,
} from '../payment/spending.js'
import { verifyVoucher } from '../payment/voucher.js'
import { type PaymentRequired, paymentRequired, type SettlementResponse } from '../payment/x402.js'
import { PAYMENT_STATUSES } from '../task/metadata-values.js'
import { toFields } from './fields.js'
import { base64, cborValue, uint64 } from './input.js'
import { op } from './op.js'

const json = z.lazy(() =>
  z.pipe(
    z.unknown(),
    z.transform((value) => value as JsonValue),
  ),
)

const limits = z.lazy(() =>
  z.pipe(
    z.object({
      auto_max: z.optional(uint64),
      agent_max: z.optional(uint64),
      agent_daily_max: z.optional(uint64),
      explicit_max: z.optional(uint64),
      daily_max: z.optional(uint64),
    }),
    z.transform(
      (stated): Limits => ({
        autoMax: stated.auto_max ?? DEFAULT_LIMITS.autoMax,
        agentMax: stated.agent_max ?? DEFAULT_LIMITS.agentMax,
        agentDailyMax: stated.agent_daily_max ?? DEFAULT_LIMITS.agentDailyMax,
        explicitMax: stated.explicit_max ?? DEFAULT_LIMITS.explicitMax,
        dailyMax: stated.daily_max ?? DEFAULT_LIMITS.dailyMax,
      }),
    ),
  ),
)

const payees = z.lazy(() =>
  z.pipe(
    z.optional(z.nullable(z.union([z.array(z.string()), z.literal('unreadable')]))),
    z.transform((stated): Payees => (stated === null ? 'off' : (stated ?? []))),
  ),
)

const spent = z.lazy(() => z.array(z.object({ at: uint64, amount: uint64, purpose: z.string() })))

const owner = { limits, payees, spent }

const prices = z.lazy(() => z.record(z.string(), uint64))

const signedPrices = z.lazy(() =>
  z.object({
    network: z.string(),
    asset: z.string(),
    prices,
    skillIds: z.optional(z.array(z.string())),
    aid: z.optional(z.string()),
    fetchedAt: z.optional(uint64),
  }),
)

const status = z.lazy(() => z.enum(PAYMENT_STATUSES))

/** The operations of the area payment. */
export const paymentOps = {
  'price.read': op(
    () => z.object({ cardB64: base64, kelB64: base64, now: uint64 }),
    ({ cardB64, kelB64, now }) => {
      const verified = verify(cardB64, { now, kel: kelB64 })
      if (!verified.ok) return verified
      const read = readPrices(verified.card, now)
      if (!read.ok) return read
      const { aid, network, asset, skillIds } = read.list
      const amounts = Object.fromEntries([...read.list.prices].map(([id, price]) => [id, `${price}`]))
      return { ok: { aid, network, asset, prices: amounts, skillIds } }
    },
  ),

  'quote.evaluate': op(
    () =>
      z.object({
        required: json,
        task: z.discriminatedUnion('kind', [
          z.object({ kind: z.literal('capability'), skillId: z.string() }),
          z.object({ kind: z.literal('text') }),
        ]),
        providerAid: z.string(),
        purpose: z.string(),
        signedPrices: z.optional(signedPrices),
        payableNetworks: z.array(z.string()),
        ...owner,
        accept: z.optional(json),
        expiresAt: z.optional(uint64),
        signed: z.optional(z.object({ option: json, notAfter: uint64 })),
        now: uint64,
      }),
    ({ signedPrices: stated, spent: ledger, purpose, ...situation }) => {
      const list = stated && {
        ...stated,
        aid: stated.aid ?? situation.providerAid,
        prices: new Map(Object.entries(stated.prices)),
        skillIds: stated.skillIds ?? (situation.task.kind === 'capability' ? [situation.task.skillId] : []),
        fetchedAt: stated.fetchedAt ?? situation.now,
      }
      const decision = evaluate({
        ...situation,
        ledger,
        purpose: purpose as Exclude<Purpose, 'redeem'>,
        signedPrices: list as PriceList | undefined,
      } as Parameters<typeof evaluate>[0])
      return { ok: shown(decision) }
    },
  ),

  'quote.expiry': op(
    () => z.object({ arrivedAt: uint64, stated: z.optional(uint64), now: uint64 }),
    ({ arrivedAt, stated, now }) => {
      const expiresAt = expiryOf(arrivedAt, stated)
      return { ok: { expiresAt: `${expiresAt}`, expired: now > expiresAt } }
    },
  ),

  'spend.admit': op(
    () => z.object({ ...owner, payTo: z.string(), amount: uint64, purpose: z.string(), now: uint64 }),
    ({ spent: ledger, limits, payees, purpose, ...payment }) => {
      const admitted = admit({ limits, payees, ledger }, { ...payment, purpose: purpose as Purpose })
      return admitted.ok ? { ok: {} } : admitted
    },
  ),

  'spend.parseLimits': op(
    () => z.object({ payments: z.record(z.string(), z.unknown()) }),
    ({ payments }) => {
      const read = parseLimits(payments)
      if (!read.ok) return read
      return { ok: { limits: toFields(read.limits), payees_file: read.payeesFile } }
    },
  ),

  'spend.parsePayees': op(
    () =>
      z.union([
        z.object({ textB64: base64 }),
        z.object({
          parts: z.array(z.object({ textB64: base64, repeat: z.int().check(z.gte(0), z.lte(2 ** 22)) })),
        }),
      ]),
    (input) => {
      const parts = 'parts' in input ? input.parts : [{ ...input, repeat: 1 }]
      const read = parsePayees(joined(parts.flatMap(({ textB64, repeat }) => Array(repeat).fill(textB64))))
      return read.ok ? { ok: { payees: read.payees } } : read
    },
  ),

  'spend.rebuild': op(
    () =>
      z.object({
        payloads: z.array(z.object({ at: uint64, payload: cborValue })),
        state: z.optional(z.enum(['EMPTY', 'ACTIVE', 'QUARANTINED'])),
        now: uint64,
      }),
    ({ payloads, state, now }) => {
      if (state === 'QUARANTINED') return refuse('CHAIN_QUARANTINED', 'the chain forked')
      const rebuilt = ledgerOf(
        payloads.map(({ at, payload }) => ({ timestamp: at, payload })),
        now,
      )
      return rebuilt.ok ? { ok: { spent: rebuilt.ledger.map((entry) => toFields(entry)) } } : rebuilt
    },
  ),

  'authorization.verify': op(
    () => z.object({ authorizationB64: base64, kelB64: base64, now: uint64 }),
    ({ authorizationB64, kelB64, now }) => {
      const verified = verifyAuthorization(authorizationB64, { kel: kelB64, now })
      return verified.ok ? { ok: { id: verified.id, fields: toFields(verified.authorization) } } : verified
    },
  ),

  'settlement.verify': op(
    () =>
      z.object({
        receiptB64: base64,
        hubKelB64: base64,
        network: z.string(),
        payer: z.string(),
        authId: z.string(),
        payTo: z.string(),
        amount: uint64,
        response: z.optional(z.record(z.string(), z.unknown())),
        now: uint64,
      }),
    ({ receiptB64, hubKelB64, response, now, ...paid }) => {
      const verified = verifySettlement(receiptB64, paid, {
        hubKel: hubKelB64,
        now,
        ...(response === undefined ? {} : { response: response as unknown as SettlementResponse }),
      })
      return verified.ok ? { ok: { fields: toFields(verified.receipt) } } : verified
    },
  ),

  'voucher.verify': op(
    () =>
      z.object({
        voucherB64: base64,
        hubKelB64: base64,
        payTo: z.string(),
        capability: z.string(),
        network: z.string(),
        argsCid: z.optional(z.string()),
        now: uint64,
      }),
    ({ voucherB64, hubKelB64, now, ...call }) => {
      const verified = verifyVoucher(voucherB64, call as Parameters<typeof verifyVoucher>[1], {
        hubKel: hubKelB64,
        now,
      })
      if (!verified.ok) return verified
      return { ok: { id: verified.id, fields: toFields(verified.voucher), unchecked: verified.unchecked } }
    },
  ),

  'payment.bind': op(
    () => z.object({ interactionId: z.string(), taskNonce: z.string() }),
    ({ interactionId, taskNonce }) => ({ ok: { bindHex: payBind(interactionId, taskNonce) } }),
  ),

  'merchant.check': op(
    () =>
      z.object({
        payload: json,
        quoted: z.optional(paymentRequired),
        quoteExpiresAt: uint64,
        selfAid: z.string(),
        requesterAid: z.string(),
        bind: z.string(),
        now: uint64,
      }),
    ({ quoted, ...submission }) => {
      const checked = checkSubmission({ ...submission, quoted: quoted as PaymentRequired | undefined })
      if (!checked.ok) return checked
      const { authId, requirements, payload } = checked
      return { ok: { authId, requirements, payload } }
    },
  ),

  'facilitator.compare': op(
    () => z.object({ requirements: json, payload: json }),
    ({ requirements, payload }) => {
      const compared = comparePayment(requirements, payload)
      return compared.ok ? { ok: {} } : compared
    },
  ),

  'payment.errorCode': op(
    () => z.object({ reason: z.string() }),
    ({ reason }) => ({ ok: { ...errorOf(reason) } }),
  ),

  'payment.transition': op(
    () => z.object({ from: status, event: status }),
    ({ from, event }) => ({
      ok: { allowed: mayFollow(from, event) },
    }),
  ),
}

const shown = (decision: Decision): Record<string, unknown> => {
  const { decision: name, option, aboveSignedPrice } = decision
  return {
    decision: name,
    ...(decision.decision === 'ask' || decision.decision === 'refuse' ? { reason: decision.reason } : {}),
    ...(decision.decision === 'ask'
      ? { refusal: answerToAgent(decision.refusal, decision.detail).spend_refusal }
      : {}),
    ...(option === undefined ? {} : { option }),
    ...(aboveSignedPrice === undefined ? {} : { aboveSignedPrice }),
  }
}

const joined = (parts: readonly Uint8Array[]): Uint8Array => {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
