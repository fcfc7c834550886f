import fc from 'fast-check'
import { URIS } from '../../src/card/uris.js'
import { sha256 } from '../../src/crypto/sha256.js'
import type { JsonObject, JsonValue } from '../../src/encoding/json.js'
import { incept } from '../../src/identity/controller.js'
import { interchangeableText } from '../encoding/values.js'

/** The agent whose cards these are. */
export const agent = incept({ seed: sha256('publishable card'), nextSeed: sha256('publishable card, next') })

export const { aid } = agent.kel

const text = interchangeableText({ minLength: 1, maxLength: 10 }).filter((value) => value !== '')
const texts = fc.array(text, { minLength: 1, maxLength: 3 })

/** Coarser than simple case folding, so that no two names are equal under it. */
const folded = (name: string): string => name.toUpperCase().toLowerCase().toUpperCase().normalize('NFKD')

const record = (value: fc.Arbitrary<JsonValue>, name = interchangeableText()): fc.Arbitrary<JsonObject> =>
  fc
    .uniqueArray(fc.tuple(name, value), { minLength: 1, maxLength: 4, selector: ([name]) => folded(name) })
    .map((members) => Object.fromEntries(members))

/** What may stand inside a Struct of a card in publish form: nothing null or empty. */
const structValue: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    text,
    fc.boolean(),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.array(tie('value'), { minLength: 1, maxLength: 3 }),
    record(tie('value')),
  ),
})).value

const struct = record(structValue)

/** An object of a message: `some` of the optional members and all of the others. */
const message = (
  required: Record<string, fc.Arbitrary<JsonValue>>,
  some: Record<string, fc.Arbitrary<JsonValue>> = {},
): fc.Arbitrary<JsonObject> =>
  fc.record({ ...required, ...some }, { requiredKeys: Object.keys(required), noNullPrototype: true })

const True = fc.constant(true)

const flows = fc.oneof(
  message({
    authorizationCode: message(
      { authorizationUrl: text, tokenUrl: text, scopes: record(text) },
      { refreshUrl: text, pkceRequired: True },
    ),
  }),
  message({ clientCredentials: message({ tokenUrl: text, scopes: record(text) }, { refreshUrl: text }) }),
  message({ implicit: message({ authorizationUrl: text, scopes: record(text) }, { refreshUrl: text }) }),
  message({ password: message({ tokenUrl: text, scopes: record(text) }, { refreshUrl: text }) }),
  message({
    deviceCode: message(
      { deviceAuthorizationUrl: text, tokenUrl: text, scopes: record(text) },
      { refreshUrl: text },
    ),
  }),
)

const securityScheme = fc.oneof(
  message({ apiKeySecurityScheme: message({ location: text, name: text }, { description: text }) }),
  message({ httpAuthSecurityScheme: message({ scheme: text }, { description: text, bearerFormat: text }) }),
  message({ oauth2SecurityScheme: message({ flows }, { description: text, oauth2MetadataUrl: text }) }),
  message({ openIdConnectSecurityScheme: message({ openIdConnectUrl: text }, { description: text }) }),
  message({ mtlsSecurityScheme: message({ description: text }) }),
)

const securityRequirement = message({
  schemes: record(message({ list: texts })),
})
const securityRequirements = fc.array(securityRequirement, { minLength: 1, maxLength: 2 })

const skill = message(
  { id: text, name: text, description: text, tags: texts },
  { examples: texts, inputModes: texts, outputModes: texts, securityRequirements },
)

const extension = message(
  { uri: text.filter((uri) => uri !== URIS.anetCard) },
  { description: text, required: True, params: struct },
)

const uint64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String)

const identity = message({
  uri: fc.constant(URIS.anetCard),
  params: message({ aid: fc.constant(aid), seq: uint64, issuedAt: uint64, notBefore: fc.constant('0') }),
})

const capabilities = fc
  .tuple(
    message({ streaming: fc.boolean(), pushNotifications: fc.boolean() }, { extendedAgentCard: True }),
    fc.array(extension, { maxLength: 2 }),
    identity,
  )
  .map(([rest, extensions, identity]) => ({ ...rest, extensions: [...extensions, identity] }))

const relay = message({
  url: text,
  protocolBinding: fc.constant(URIS.relay),
  protocolVersion: text,
  tenant: fc.constant(aid),
})
const elsewhere = message({ url: text, protocolBinding: text, protocolVersion: text }, { tenant: text })

/** Cards of {@link agent} in publish form, valid at any time, without a signature. */
export const publishableCard: fc.Arbitrary<JsonObject> = message(
  {
    name: text,
    description: text,
    version: text,
    supportedInterfaces: fc.array(fc.oneof(relay, elsewhere), { minLength: 1, maxLength: 3 }),
    capabilities,
    defaultInputModes: texts,
    defaultOutputModes: texts,
    skills: fc.uniqueArray(skill, { minLength: 1, maxLength: 3, selector: ({ id }) => id }),
  },
  {
    provider: message({ url: text, organization: text }),
    documentationUrl: text,
    iconUrl: text,
    securitySchemes: record(securityScheme),
    securityRequirements,
  },
)
