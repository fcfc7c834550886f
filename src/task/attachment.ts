import { cidOf } from '../encoding/cid.js'
import {
  always,
  bytes,
  decodeObject,
  int,
  Malformed,
  optional,
  type Read,
  schema,
  text,
  type Written,
} from '../encoding/wire-object.js'
import { AnetError, type Failure, type Result, refuse } from '../errors.js'

/** The wire object of a file that travels with a message. */
export const attachment = schema({
  name: always(1, text),
  mime: optional(2, text),
  size: always(3, int),
  cid: always(4, text),
  data: optional(5, bytes),
})

/**
 * A file that travels with a message: its bytes, and the CID and size they must have.
 *
 * @interface
 */
export type Attachment = Read<typeof attachment>

/**
 * An attachment to be written: {@link Attachment}, its size also as a safe number.
 *
 * @interface
 */
export type NewAttachment = Written<typeof attachment>

/** The most bytes of one attachment, 64 MiB. */
export const MAX_ATTACHMENT_BYTES = 64 * 1024 * 1024

/**
 * Reads one attachment and checks its bytes.
 *
 * Refusals: `MALFORMED_ATTACHMENT` when the bytes are no Attachment, or as {@link attachmentsFault} has it.
 *
 * @example
 * ```ts
 * import { Task } from 'anet-protocol'
 *
 * Task.readAttachment(Uint8Array.of(0xa0)) // { ok: false, code: 'MALFORMED_ATTACHMENT', detail: 'the cid is empty', … }
 * ```
 */
export const readAttachment = (
  encoded: Uint8Array,
): Result<{ readonly attachment: Attachment }, 'MALFORMED_ATTACHMENT'> => {
  const read = decodeObject(attachment, encoded)
  if (read instanceof Malformed) return refuse('MALFORMED_ATTACHMENT', read.message, read.path)
  return attachmentFault(read) ?? { ok: true, attachment: read }
}

/**
 * What is wrong with the first attachment of a list that is not what it says; undefined when all are: the cid is not
 * empty, the size is the length of the data and at most 64 MiB, and the cid is the CID of the data (codec raw).
 *
 * @example
 * ```ts
 * import { Encoding, Task } from 'anet-protocol'
 *
 * const data = new TextEncoder().encode('abc')
 * const cid = Encoding.cidOf(data, 'raw')
 * Task.attachmentsFault([{ name: 'a.txt', size: 3n, cid, data }]) // undefined
 * Task.attachmentsFault([{ name: 'a.txt', size: 4n, cid, data }]) // { ok: false, code: 'MALFORMED_ATTACHMENT', … }
 * ```
 */
export const attachmentsFault = (
  attachments: readonly Attachment[],
): Failure<'MALFORMED_ATTACHMENT'> | undefined => {
  for (const [i, one] of attachments.entries()) {
    const fault = attachmentFault(one)
    if (fault !== undefined) return { ...fault, path: `[${i}].${fault.path}` }
  }
  return undefined
}

const attachmentFault = ({ size, cid, data }: Attachment): Failure<'MALFORMED_ATTACHMENT'> | undefined => {
  const length = data?.length ?? 0
  if (cid === '') return refuse('MALFORMED_ATTACHMENT', 'the cid is empty', 'cid')
  if (size !== BigInt(length)) {
    return refuse('MALFORMED_ATTACHMENT', `the data has ${length} bytes, not ${size}`, 'size')
  }
  if (length > MAX_ATTACHMENT_BYTES) {
    return refuse('MALFORMED_ATTACHMENT', 'the data has more than 64 MiB', 'data')
  }
  return cidOf(data ?? new Uint8Array(), 'raw') === cid
    ? undefined
    : refuse('MALFORMED_ATTACHMENT', 'the cid is not that of the data', 'cid')
}

/**
 * The attachment of some bytes.
 *
 * @throws an {@link AnetError}: `BAD_INPUT` for more than 64 MiB.
 * @example
 * ```ts
 * import { Task } from 'anet-protocol'
 *
 * const data = new TextEncoder().encode('abc')
 * Task.attach({ name: 'a.txt', mime: 'text/plain', data }).size // 3n
 * ```
 */
export const attach = ({
  name,
  mime,
  data,
}: {
  readonly name: string
  readonly mime?: string
  readonly data: Uint8Array
}): Attachment => {
  if (data.length > MAX_ATTACHMENT_BYTES) throw new AnetError('BAD_INPUT', 'more than 64 MiB', 'data')
  const file = { name, size: BigInt(data.length), cid: cidOf(data, 'raw'), data }
  return mime === undefined ? file : { ...file, mime }
}
