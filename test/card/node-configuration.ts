import fc from 'fast-check'
import type { CardSubject } from '../../src/card/build.js'
import { networkOf } from '../../src/identity/network.js'
import { interchangeableText } from '../encoding/values.js'
import { aid } from './publishable-card.js'

/** A capability as a generated node is configured to offer it, if it stands in both lists. */
export type Offering = {
  readonly id: string
  readonly isPublic: boolean
  readonly isServed: boolean
  readonly allowOnly: boolean
  readonly price: bigint
  readonly described: Readonly<Record<string, unknown>>
}

export type Node = { readonly policy: 'closed' | 'approve' | 'open'; readonly offerings: readonly Offering[] }

const text = interchangeableText({ minLength: 1, maxLength: 12 }).filter((value) => /\S/.test(value))
const texts = fc.array(text, { minLength: 1, maxLength: 3 })

const offering: fc.Arbitrary<Offering> = fc.record(
  {
    id: fc.oneof(fc.constantFrom('echo', 'text.sum', 'ÄRGER-2', '…'), text).filter((id) => id !== 'chat'),
    isPublic: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
    isServed: fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
    allowOnly: fc.boolean(),
    price: fc.oneof(
      fc.constant(0n),
      fc.bigInt({ min: 1n, max: 2n ** 63n - 1n }),
      fc.constantFrom(1n, 2n ** 53n),
    ),
    described: fc.record(
      {
        name: fc.oneof(fc.constant(''), text),
        description: fc.oneof(fc.constant(''), text),
        tags: texts,
        examples: texts,
        input_modes: texts,
        output_modes: texts,
      },
      { requiredKeys: [], noNullPrototype: true },
    ),
  },
  { noNullPrototype: true },
)

export const node: fc.Arbitrary<Node> = fc.record(
  {
    policy: fc.constantFrom('closed', 'approve', 'open'),
    offerings: fc.uniqueArray(offering, { maxLength: 5, selector: ({ id }) => id }),
  },
  { noNullPrototype: true },
)

/** The configuration file of a node, parsed; its lists in the order of the offerings. */
export const configurationOf = ({ policy, offerings }: Node): object => ({
  inbound: {
    policy,
    public_capabilities: offerings
      .filter(({ isPublic }) => isPublic)
      .map(({ id, allowOnly }) => ({ id, allow_only: allowOnly })),
  },
  modules: {
    service: {
      capabilities: offerings
        .filter(({ isServed }) => isServed)
        .map(({ id, price, described }) => ({ id, url: 'unix:///run/agent.sock', price, ...described })),
    },
  },
})

/** What a node offers, sorted as its cards list it. */
export const offeredBy = ({ offerings }: Node): readonly Offering[] =>
  offerings.filter(({ isPublic, isServed }) => isPublic && isServed).sort((a, b) => (a.id < b.id ? -1 : 1))

export const subject: CardSubject = {
  name: 'Suite Agent',
  description: 'Sells translations.',
  version: '1.0.0',
  aid,
  hubUrl: 'https://hub.example.org',
  seq: 7n,
  issuedAt: 1_767_225_600_000n,
}

export const network = networkOf(aid)
