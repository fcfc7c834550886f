import { type CborValue, itemAt } from '../encoding/cbor.js'
import { type Cid, cidOf } from '../encoding/cid.js'
import {
  always,
  decodeBy,
  encodeObject,
  Malformed,
  type Members,
  nested,
  orNull,
  type Read,
  type Reading,
  type Schema,
  schema,
  type Written,
} from '../encoding/wire-object.js'
import { type Failure, refuse } from '../errors.js'
import { type Controller, sign } from './controller.js'
import { type Envelope, envelope, isEnvelope } from './envelope.js'
import type { ReplayedKel } from './replay.js'
import { type ObjectCode, verifyObject } from './verify-object.js'

/** An object with its detached signature, as it was read. Nothing in it is verified. */
export type Signed<Fields> = {
  readonly fields: Fields
  /** The bytes that the signature is over. */
  readonly preimage: Uint8Array
  /** The CID of the preimage. */
  readonly id: Cid
  /** Null when the object is not signed. */
  readonly envelope: Envelope | null
}

/**
 * The wire form `{1: preimage, 2: envelope or null}` of an object of a schema: receipts, reviews, authorizations, settlement
 * receipts and vouchers all have it.
 */
export const signedObject = <M extends Members>(of: Schema<M>) => {
  const wire = schema({ preimage: always(1, nested(of)), envelope: always(2, orNull(nested(envelope))) })
  const wireObject = nested(wire)

  const preimageOf = (fields: Written<Schema<M>>): Uint8Array => encodeObject(of, fields)

  const encode = (fields: Written<Schema<M>>, signature: Envelope | null): Uint8Array =>
    encodeObject(wire, { preimage: fields, envelope: signature } as never)

  /** Throws {@link Malformed}, also for an envelope that is not EdDSA or whose signature is not 64 bytes. */
  const read = (value: CborValue, reading: Reading): Signed<Read<Schema<M>>> => {
    const { preimage: fields, envelope: raw } = wireObject.read(value, reading) as {
      readonly preimage: Read<Schema<M>>
      readonly envelope: Envelope | null
    }
    if (raw !== null && !isEnvelope(raw)) {
      throw new Malformed('not EdDSA, or a signature that is not 64 bytes', ['envelope'])
    }
    const preimage = reading.isExact
      ? itemAt(reading.encoded, PREIMAGE_START)
      : preimageOf(fields as Written<Schema<M>>)
    return { fields, preimage, id: cidOf(preimage), envelope: raw }
  }

  return {
    preimageOf,
    encode,
    read,
    decode: (encoded: Uint8Array): Signed<Read<Schema<M>>> | Malformed => decodeBy(encoded, read),
  }
}

/** The bytes of an object of {@link signedObject} with its signature. No method of it: who only reads bundles no signing. */
export const signedBy = <Fields>(
  of: {
    readonly preimageOf: (fields: Fields) => Uint8Array
    readonly encode: (fields: Fields, signature: Envelope | null) => Uint8Array
  },
  signer: Controller,
  fields: Fields,
): Uint8Array => of.encode(fields, sign(signer, of.preimageOf(fields)))

/** After the head of the map and the key 1. */
const PREIMAGE_START = 2

/** Whether an object is signed at all, and by the agent that must have signed it. */
export const signerFault = (
  { envelope: signature }: Pick<Signed<unknown>, 'envelope'>,
  signer: string,
): Failure<'UNSIGNED' | 'SIGNER_MISMATCH'> | undefined => {
  if (signature === null) return refuse('UNSIGNED', 'the object has no signature')
  return signature.signerAid === signer
    ? undefined
    : refuse('SIGNER_MISMATCH', 'the object is signed by another than must have signed it')
}

/** Why the signature of an object does not hold at a time; undefined when it does. Unsigned is not for this to judge. */
export const signatureFault = (
  { envelope: signature, preimage }: Pick<Signed<unknown>, 'envelope' | 'preimage'>,
  kel: Uint8Array | ReplayedKel,
  msgTime: bigint,
): Failure<ObjectCode> | undefined => {
  const { signerAid, keyStateSeq, sig } = signature!
  const verified = verifyObject(kel, { signerAid, keyStateSeq, msgTime, preimage, signature: sig })
  return verified.ok ? undefined : verified
}
