import { type Cid, cidOf } from '../encoding/cid.js'
import {
  always,
  bool,
  decodeObject,
  encodeObject,
  float,
  int,
  kept,
  list,
  Malformed,
  nested,
  nestedLater,
  optional,
  type Read,
  type Schema,
  schema,
  text,
  uint,
  type Written,
} from '../encoding/wire-object.js'
import { type Result, refuse } from '../errors.js'

const link = schema({ rel: always(1, text), href: always(2, text), title: optional(3, text) })

const metaEntry = schema({ name: always(1, text), value: always(2, text) })

const intent = schema({ summary: optional(1, text), format: optional(2, text), body: always(3, text) })

const require = schema({
  id: always(1, text),
  type: optional(2, text),
  necessity: always(3, text),
  description: optional(4, text),
})

const output = schema({ format: always(1, text), maxSize: optional(2, uint), name: optional(3, text) })

const accept = schema({
  type: always(1, text),
  description: optional(2, text),
  outputs: optional(3, list(nested(output))),
  schema: optional(4, nested(schema({ type: always(1, text), body: always(2, text) }))),
})

const context = schema({
  key: always(1, text),
  value: optional(2, text),
  src: optional(3, text),
  format: optional(4, text),
  visibility: optional(5, text),
})

const artifact = schema({
  glob: always(1, text),
  exists: kept(2, bool),
  minSize: kept(3, uint),
  schemaRef: optional(4, text),
  contains: optional(5, list(text)),
})

const test = schema({ id: always(1, text), outcome: always(2, int) })

const threshold = schema({ metric: always(1, text), comparison: always(2, int), value: always(3, float) })

const scope = schema({
  verb: always(1, int),
  kind: always(2, int),
  selector: always(3, nested(schema({ type: always(1, int), value: always(2, text) }))),
  mergeClass: kept(4, int),
})

/** What a predicate is over that is no predicate itself. */
const leaf = schema({
  artifact: optional(10, nested(artifact)),
  test: optional(11, nested(test)),
  threshold: optional(12, nested(threshold)),
  scope: optional(13, nested(scope)),
})

/**
 * What a scope asks for. `op` 1 is and, 2 or, 3 not, over `args`; 10 is an artifact, 11 a test (outcome 1 pass, 2 fail), 12
 * a threshold (comparison 1 <, 2 <=, 3 =, 4 >=, 5 >), 13 a scope (verb 1 create, 2 modify, 3 delete, 4 call, 5 get;
 * selector type 1 glob, 2 set, 3 prefix).
 *
 * @interface
 */
export type Predicate = Read<typeof leaf> & { readonly op: bigint; readonly args?: readonly Predicate[] }

/**
 * A predicate to be written: {@link Predicate}, its integers also as safe numbers.
 *
 * @interface
 */
export type NewPredicate = Written<typeof leaf> & {
  readonly op: bigint | number
  readonly args?: readonly NewPredicate[]
}

const predicate = schema({
  op: always(1, int),
  args: optional(2, list(nestedLater<Predicate, NewPredicate>((): Schema => predicate))),
  ...leaf.members,
})

const task = schema({
  id: optional(1, text),
  intent: always(10, nested(intent)),
  requires: optional(11, list(nested(require))),
  accepts: optional(12, list(nested(accept))),
  contexts: optional(13, list(nested(context))),
  positiveScope: optional(14, nested(predicate)),
  negativeScope: optional(15, nested(predicate)),
  couplingHint: optional(16, int),
})

const taskDoc = schema({
  version: always(1, nested(schema({ major: always(1, uint), minor: optional(2, uint) }))),
  meta: optional(2, list(nested(metaEntry))),
  links: optional(3, list(nested(link))),
  tasks: always(4, list(nested(task))),
  critical: optional(7, list(uint)),
})

/** What the requester signs of a TaskDoc. */
const taskPreimage = schema({
  version: always(1, nested(schema({ major: always(1, uint) }))),
  links: optional(3, list(nested(link))),
  tasks: always(4, list(nested(task))),
})

/**
 * A request: what is to be done, by one or more tasks (PROTOCOL: Requests, conversations, receipts).
 *
 * @interface
 */
export type TaskDoc = Read<typeof taskDoc>

/**
 * A request to be written: {@link TaskDoc}, its integers also as safe numbers.
 *
 * @interface
 */
export type NewTaskDoc = Written<typeof taskDoc>

/**
 * Reads a request. Unknown keys are ignored; what the tasks say is not judged, and a document without tasks is one.
 *
 * Refusals: `MALFORMED_TASK` when the bytes are no TaskDoc.
 *
 * @example
 * ```ts
 * import { Task } from 'anet-protocol'
 *
 * const bytes = Task.encodeTaskDoc({ version: { major: 1 }, tasks: [{ intent: { body: 'do x' } }] })
 * const decoded = Task.decodeTaskDoc(bytes)
 * decoded.ok && Task.goalOf(decoded.doc) // 'do x'
 * ```
 */
export const decodeTaskDoc = (encoded: Uint8Array): Result<{ readonly doc: TaskDoc }, 'MALFORMED_TASK'> => {
  const doc = decodeObject(taskDoc, encoded)
  return doc instanceof Malformed ? refuse('MALFORMED_TASK', doc.message, doc.path) : { ok: true, doc }
}

/**
 * The bytes of a request. They are what travels, and what the request CID is of: keep them.
 *
 * @throws an `AnetError`: `BAD_INPUT` for a member of another type or range.
 * @example
 * ```ts
 * import { Encoding, Task } from 'anet-protocol'
 *
 * const doc = { version: { major: 1 }, tasks: [{ id: 't1', intent: { body: 'do x' } }] }
 * Encoding.toHex(Task.encodeTaskDoc(doc)) // 'a201a101010481a2016274310aa10364646f2078'
 * ```
 */
export const encodeTaskDoc = (doc: NewTaskDoc): Uint8Array => encodeObject(taskDoc, doc)

/**
 * The bytes that the requester's signature is over: the major version, the links and the tasks.
 *
 * @throws an `AnetError`: `BAD_INPUT` for a member of another type or range.
 * @example
 * ```ts
 * import { Encoding, Task } from 'anet-protocol'
 *
 * const doc = { version: { major: 1, minor: 2 }, tasks: [{ id: 't1', intent: { body: 'do x' } }] }
 * Encoding.toHex(Task.taskDocPreimage(doc)) // 'a201a101010481a2016274310aa10364646f2078': without the minor version
 * ```
 */
export const taskDocPreimage = (doc: NewTaskDoc): Uint8Array => {
  const { version, links, tasks } = doc
  const signed = { version: { major: version.major }, tasks }
  return encodeObject(taskPreimage, links === undefined ? signed : { ...signed, links })
}

/**
 * The *request CID* that a receipt names: that of the request's bytes as sent, not of what was signed of them.
 *
 * @example
 * ```ts
 * import { Task } from 'anet-protocol'
 *
 * const doc = { version: { major: 1 }, tasks: [{ id: 't1', intent: { body: 'do x' } }] }
 * Task.requestCid(Task.encodeTaskDoc(doc)) // 'bafyreif46dhnfcecy7fapphwd5y5fqht3c454h24haarppz6g2ez44qafq'
 * ```
 */
export const requestCid = (encoded: Uint8Array): Cid => cidOf(encoded)

/**
 * A request's goal in words: the body of its first task's intent, else the summary; "" when it has no task.
 *
 * @example
 * ```ts
 * import { Task } from 'anet-protocol'
 *
 * const tasks = [{ intent: { summary: 'in short', body: '' } }]
 * Task.goalOf({ version: { major: 1n }, tasks }) // 'in short'
 * ```
 */
export const goalOf = ({ tasks }: TaskDoc): string => {
  const intent = tasks?.[0]?.intent
  return intent === undefined ? '' : intent.body || (intent.summary ?? '')
}
