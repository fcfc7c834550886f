import { cards } from './cards.js'
import { logs } from './logs.js'
import { conversations, messages } from './messages.js'
import { authorizations, records, settlements, vouchers } from './payments.js'
import type { Subject } from './subject.js'
import { delegations, receipts, reviews } from './tasks.js'

/** What the fuzz run mutates. A further kind of object is a file like cards.ts and an entry here. */
export const subjects: readonly Subject[] = [
  cards,
  logs,
  delegations,
  receipts,
  reviews,
  records,
  authorizations,
  settlements,
  vouchers,
  messages,
  conversations,
]
