/**
 * `npm run demo`: checks the signed cards of the conformance vectors, then tells three stories: of a rotated key, of a receipt,
 * and of a quote.
 */
import { tellCards, tellRotation } from './cards.js'
import { tellQuote } from './quotes.js'
import { tellReceipt } from './receipts.js'

tellCards()
tellRotation()
tellReceipt()
tellQuote()
