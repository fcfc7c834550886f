import { cidOf } from '../../src/encoding/cid.js'
import { refuse } from '../../src/errors.js'
import { append, EMPTY_CHAIN } from '../../src/evidence/chain.js'
import { decodeRecord, preimageOf } from '../../src/evidence/record.js'
import { readAuthorization, verifyAuthorization } from '../../src/payment/authorization.js'
import { type Paid, verifySettlement } from '../../src/payment/settlement.js'
import { type PaidCall, verifyVoucher } from '../../src/payment/voucher.js'
import { ANSWER_CODES, OPERATION_CODES } from '../documented-codes.js'
import { accepted, bytesOf, logOf } from './accepted.js'
import { type Judged, type SignedOriginal, signedSubject } from './signed-objects.js'

type AuthorizationInput = { readonly authorizationB64: string; readonly kelB64: string; readonly now: string }

export const authorizations = signedSubject({
  name: 'authorizations',
  perMille: 70,
  codes: OPERATION_CODES['authorization.verify']!,
  originals: accepted<AuthorizationInput>('authorization.verify').map(({ id, input }) => {
    const known = { kel: logOf(input.kelB64), now: BigInt(input.now) }
    return {
      id,
      bytes: bytesOf(input.authorizationB64),
      verify: (mutant): Judged => {
        const verified = verifyAuthorization(mutant, known)
        const read = readAuthorization(mutant)
        if (verified.ok && (!read.ok || read.id !== verified.id)) throw new Error('read as another')
        return verified
      },
    }
  }),
})

type SettlementInput = Omit<Paid, 'amount'> & {
  readonly receiptB64: string
  readonly hubKelB64: string
  readonly amount: string
  readonly now: string
}

export const settlements = signedSubject({
  name: 'settlement receipts',
  perMille: 60,
  codes: OPERATION_CODES['settlement.verify']!,
  originals: accepted<SettlementInput>('settlement.verify').map(({ id, input }) => {
    const paid = { ...input, amount: BigInt(input.amount) }
    const known = { hubKel: logOf(input.hubKelB64), now: BigInt(input.now) }
    return {
      id,
      bytes: bytesOf(input.receiptB64),
      verify: (mutant): Judged => {
        const verified = verifySettlement(mutant, paid, known)
        if (!verified.ok) return verified
        const { authId, payer, payTo, amount, network, settleAt } = verified.receipt
        if (amount !== paid.amount || payTo !== paid.payTo) throw new Error('another payment is settled')
        return { ok: true, id: [authId, payer, payTo, amount, network, settleAt].join() }
      },
    }
  }),
})

type VoucherInput = PaidCall & {
  readonly voucherB64: string
  readonly hubKelB64: string
  readonly now: string
}

export const vouchers = signedSubject({
  name: 'vouchers',
  perMille: 60,
  codes: OPERATION_CODES['voucher.verify']!,
  originals: accepted<VoucherInput>('voucher.verify').map(({ id, input }) => {
    const known = { hubKel: logOf(input.hubKelB64), now: BigInt(input.now) }
    return {
      id,
      bytes: bytesOf(input.voucherB64),
      verify: (mutant): Judged => verifyVoucher(mutant, input, known),
    }
  }),
})

type AppendInput = { readonly records: readonly string[]; readonly kelB64: string }

/** Each record of a chain, given to the chain of those before it. */
const recordsOf = ({ input, id, ok }: ReturnType<typeof accepted<AppendInput>>[number]): SignedOriginal[] => {
  const kel = logOf(input.kelB64)
  let chain = EMPTY_CHAIN
  return input.records.flatMap((record, i) => {
    const before = chain
    const bytes = bytesOf(record)
    chain = append(chain, bytes, kel).chain
    if (!['appended', 'staged'].includes((ok.results as readonly string[])[i]!)) return []
    const verify = (mutant: Uint8Array): Judged => {
      const { outcome } = append(before, mutant, kel)
      if (!outcome.ok) return outcome
      const decoded = decodeRecord(mutant)
      return decoded.ok
        ? { ok: true, id: cidOf(preimageOf(decoded.record)) }
        : refuse(decoded.code, decoded.detail)
    }
    return [{ id: `${id}, record ${i}`, bytes, verify }]
  })
}

export const records = signedSubject({
  name: 'event records',
  perMille: 80,
  codes: ANSWER_CODES['evidence.append']!,
  originals: accepted<AppendInput>('evidence.append', ({ state }) => state === 'ACTIVE').flatMap(recordsOf),
})
