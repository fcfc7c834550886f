/**
 * The AgentCard schema of A2A 1.0.1 (a2a.proto, by its proto3 JSON names; PROTOCOL: Field presence): which members there
 * are, of which type, and when a member counts as unset. Signing, verifying and judging the publish form all read this
 * one table.
 */

/**
 * When a member is unset, and so no part of the signed payload: `required` never; `explicit` at null; `implicit` at null
 * and at the default of its type ("", false, [], {}).
 */
export type Presence = 'required' | 'explicit' | 'implicit'

export type FieldType =
  | 'string'
  | 'bool'
  /** Any JSON object, whose inside is never touched. */
  | 'struct'
  | { readonly message: Message }
  | { readonly list: FieldType }
  | { readonly map: FieldType }

export type Field = {
  readonly presence: Presence
  readonly type: FieldType
  /** What the publish form asks beyond presence: the member is always there, or it is true where it is there. */
  readonly publish?: 'present' | 'true'
}

export type Message = {
  readonly fields: ReadonlyMap<string, Field>
  /** Whether exactly one of the fields is to be set. */
  readonly isOneof: boolean
}

const required = (type: FieldType): Field => ({ presence: 'required', type })
const explicit = (type: FieldType, publish?: Field['publish']): Field => field('explicit', type, publish)
const implicit = (type: FieldType, publish?: Field['publish']): Field => field('implicit', type, publish)
const field = (presence: Presence, type: FieldType, publish: Field['publish']): Field =>
  publish === undefined ? { presence, type } : { presence, type, publish }

const message = (fields: Record<string, Field>): FieldType => ({
  message: { fields: new Map(Object.entries(fields)), isOneof: false },
})
const oneof = (fields: Record<string, FieldType>): FieldType => ({
  message: {
    fields: new Map(Object.entries(fields).map(([name, type]) => [name, explicit(type)])),
    isOneof: true,
  },
})
const list = (type: FieldType): FieldType => ({ list: type })
const map = (type: FieldType): FieldType => ({ map: type })

const agentInterface = message({
  url: required('string'),
  protocolBinding: required('string'),
  protocolVersion: required('string'),
  tenant: implicit('string'),
})

const agentProvider = message({
  url: required('string'),
  organization: required('string'),
})

const agentExtension = message({
  uri: implicit('string'),
  description: implicit('string'),
  required: implicit('bool'),
  params: explicit('struct'),
})

const agentCapabilities = message({
  streaming: explicit('bool', 'present'),
  pushNotifications: explicit('bool', 'present'),
  extendedAgentCard: explicit('bool', 'true'),
  extensions: implicit(list(agentExtension)),
})

const oauthFlows = oneof({
  authorizationCode: message({
    authorizationUrl: required('string'),
    tokenUrl: required('string'),
    scopes: required(map('string')),
    refreshUrl: implicit('string'),
    pkceRequired: implicit('bool'),
  }),
  clientCredentials: message({
    tokenUrl: required('string'),
    scopes: required(map('string')),
    refreshUrl: implicit('string'),
  }),
  implicit: message({
    authorizationUrl: implicit('string', 'present'),
    refreshUrl: implicit('string'),
    scopes: implicit(map('string'), 'present'),
  }),
  password: message({
    tokenUrl: implicit('string', 'present'),
    refreshUrl: implicit('string'),
    scopes: implicit(map('string'), 'present'),
  }),
  deviceCode: message({
    deviceAuthorizationUrl: required('string'),
    tokenUrl: required('string'),
    scopes: required(map('string')),
    refreshUrl: implicit('string'),
  }),
})

const securityScheme = oneof({
  apiKeySecurityScheme: message({
    description: implicit('string'),
    location: required('string'),
    name: required('string'),
  }),
  httpAuthSecurityScheme: message({
    description: implicit('string'),
    scheme: required('string'),
    bearerFormat: implicit('string'),
  }),
  oauth2SecurityScheme: message({
    description: implicit('string'),
    flows: required(oauthFlows),
    oauth2MetadataUrl: implicit('string'),
  }),
  openIdConnectSecurityScheme: message({
    description: implicit('string'),
    openIdConnectUrl: required('string'),
  }),
  mtlsSecurityScheme: message({
    description: implicit('string'),
  }),
})

const securityRequirement = message({
  schemes: implicit(map(message({ list: implicit(list('string')) }))),
})

const agentSkill = message({
  id: required('string'),
  name: required('string'),
  description: required('string'),
  tags: required(list('string')),
  examples: implicit(list('string')),
  inputModes: implicit(list('string')),
  outputModes: implicit(list('string')),
  securityRequirements: implicit(list(securityRequirement)),
})

const agentCardSignature = message({
  protected: required('string'),
  signature: required('string'),
  header: explicit('struct'),
})

/** The root of the schema. */
export const agentCard = message({
  name: required('string'),
  description: required('string'),
  supportedInterfaces: required(list(agentInterface)),
  provider: explicit(agentProvider),
  version: required('string'),
  documentationUrl: explicit('string'),
  capabilities: required(agentCapabilities),
  securitySchemes: implicit(map(securityScheme)),
  securityRequirements: implicit(list(securityRequirement)),
  defaultInputModes: required(list('string')),
  defaultOutputModes: required(list('string')),
  skills: required(list(agentSkill)),
  signatures: implicit(list(agentCardSignature)),
  iconUrl: explicit('string'),
})
