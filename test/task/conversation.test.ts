import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromUtf8, toUtf8 } from '../../src/encoding/utf8.js'
import {
  type ConversationRecord,
  decodeConversation,
  encodeConversation,
} from '../../src/task/conversation.js'
import { deepFreeze } from '../deep-freeze.js'
import { wellFormedText } from '../encoding/values.js'

const text = fc.oneof(
  wellFormedText(),
  fc
    .array(
      fc.constantFrom(
        '<',
        '>',
        '&',
        '"',
        '\\',
        '/',
        '\b',
        '\f',
        '\n',
        '\r',
        '\t',
        '\0',
        '\x1f',
        '\x7f',
        '\u2028',
        '\u2029',
        '\ufffe',
        '\ufeff',
        'é',
        '𐐀',
        '\\u003c',
      ),
    )
    .map((parts) => parts.join('')),
)

const attachment = fc.record(
  {
    name: text,
    mime: text,
    size: fc.oneof(fc.nat(), fc.constantFrom(0, -1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER)),
    cid: text,
  },
  { noNullPrototype: true },
)

const message = fc.record(
  {
    from: fc.constantFrom('requester' as const, 'provider' as const),
    body: text,
    attachments: fc.array(attachment, { minLength: 1, maxLength: 3 }),
  },
  { requiredKeys: ['from', 'body'], noNullPrototype: true },
)

const messages = fc.array(message, { maxLength: 4 })

const record: fc.Arbitrary<ConversationRecord> = fc.oneof(
  fc.record({ version: fc.constant(1 as const), messages }, { noNullPrototype: true }),
  fc.record(
    { version: fc.constant(2 as const), nonce: text.filter((nonce) => nonce !== ''), messages },
    { noNullPrototype: true },
  ),
)

/** A string as Go writes it, character by character, from the table of the rules. */
const SHORT: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
}
const goText = (text: string): string =>
  `"${[...text]
    .map((character) => {
      const point = character.codePointAt(0)!
      const isEscaped = point < 0x20 || '<>&\u2028\u2029'.includes(character)
      return SHORT[character] ?? (isEscaped ? `\\u${point.toString(16).padStart(4, '0')}` : character)
    })
    .join('')}"`

const goRecord = (record: ConversationRecord): string => {
  const messages = record.messages.map(({ from, body, attachments }) => {
    const files = attachments?.map(
      ({ name, mime, size, cid }) =>
        `{"name":${goText(name)},"mime":${goText(mime)},"size":${size},"cid":${goText(cid)}}`,
    )
    return `{"from":"${from}","body":${goText(body)}${files === undefined ? '' : `,"attachments":[${files}]`}}`
  })
  return record.version === 1
    ? `[${messages}]`
    : `{"v":2,"nonce":${goText(record.nonce)},"messages":[${messages}]}`
}

describe('a conversation record', () => {
  it('is written as Go writes it', () => {
    fc.assert(
      fc.property(record, (record) => {
        expect(fromUtf8(encodeConversation(record))).toBe(goRecord(record))
      }),
      { numRuns: 500 },
    )
  })

  it('reads back as it was written, and is what any JSON reader reads', () => {
    fc.assert(
      fc.property(record, (record) => {
        const isUnchanged = deepFreeze(record)
        const bytes = encodeConversation(record)
        isUnchanged()
        expect(decodeConversation(bytes)).toEqual({ ok: true, record })
        const { version, messages, ...nonce } = record
        const parsed = JSON.parse(fromUtf8(bytes)!)
        expect(parsed).toEqual(version === 1 ? messages : { v: 2, ...nonce, messages })
      }),
      { numRuns: 500 },
    )
  })

  it('reads the same in another spelling, whose bytes are others', () => {
    fc.assert(
      fc.property(record, (record) => {
        const bytes = encodeConversation(record)
        const spaced = toUtf8(JSON.stringify(JSON.parse(fromUtf8(bytes)!), null, 1))
        expect(decodeConversation(spaced)).toEqual({ ok: true, record })
      }),
      { numRuns: 100 },
    )
  })

  it('is none with a member too many, one that is missing, or one in another case', () => {
    const changes: readonly ((object: Record<string, unknown>, name: string) => void)[] = [
      (object, name) => {
        object[name.toUpperCase()] = object[name]
      },
      (object, name) => {
        object[name.toUpperCase()] = object[name]
        delete object[name]
      },
      (object) => {
        object.more = 1
      },
      (object, name) => {
        object[name] = null
      },
      (object, name) => {
        if (name !== 'attachments') delete object[name]
        else object.attachments = {}
      },
    ]
    const objects = (value: unknown): Record<string, unknown>[] =>
      typeof value !== 'object' || value === null
        ? []
        : [
            ...(Array.isArray(value) ? [] : [value as Record<string, unknown>]),
            ...Object.values(value).flatMap(objects),
          ]
    const filled = record.filter(({ version, messages }) => version === 2 || messages.length > 0)
    fc.assert(
      fc.property(filled, fc.constantFrom(...changes), fc.nat(), fc.nat(), (record, change, nth, member) => {
        const tree = JSON.parse(fromUtf8(encodeConversation(record))!)
        const all = objects(tree)
        const object = all[nth % all.length]!
        const names = Object.keys(object)
        change(object, names[member % names.length]!)
        expect(decodeConversation(toUtf8(JSON.stringify(tree)))).toMatchObject({
          ok: false,
          code: 'MALFORMED_CONVERSATION',
        })
      }),
      { numRuns: 300 },
    )
  })

  it('is not written with a lone surrogate, an empty nonce, or a size that is no safe integer', () => {
    const said = { from: 'requester', body: 'a' } as const
    const file = { name: 'n', mime: 'm', size: 1, cid: 'c' }
    const bad = [
      { version: 1, messages: [{ ...said, body: '\ud800' }] },
      { version: 2, nonce: '\udc00', messages: [] },
      { version: 2, nonce: '', messages: [] },
      ...[0.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY].map((size) => ({
        version: 1,
        messages: [{ ...said, attachments: [{ ...file, size }] }],
      })),
      { version: 1, messages: [{ ...said, attachments: [{ ...file, name: '\ud800' }] }] },
    ]
    for (const record of bad) {
      expect(() => encodeConversation(record as ConversationRecord)).toThrow(
        expect.objectContaining({ code: 'BAD_INPUT' }),
      )
    }
  })
})
