import { cards } from './cards.js'
import { logs } from './logs.js'
import type { Subject } from './subject.js'

/** What the fuzz run mutates. A further kind of object is a file like cards.ts and an entry here. */
export const subjects: readonly Subject[] = [cards, logs]
