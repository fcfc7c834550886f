import { always, bytes, int, optional, type Read, schema, text, uint } from '../encoding/wire-object.js'

/** The detached signature beside an object, never inside what it signs (PROTOCOL: Identity). */
export const envelope = schema({
  signerAid: always(1, text),
  keyStateSeq: always(2, uint),
  alg: always(3, int),
  sig: always(4, bytes),
  preimageRef: optional(5, text),
})

/**
 * What an envelope on the wire says, judged no further than its types.
 *
 * @interface
 */
export type RawEnvelope = Read<typeof envelope>

/** A usable envelope: `alg` is that of EdDSA, `sig` is 64 bytes. */
export type Envelope = RawEnvelope & { readonly alg: -8n; readonly sig: Uint8Array }

/** COSE's number for EdDSA, the only algorithm. */
const EDDSA = -8n

/** Whether an envelope names the one algorithm and holds a signature of its length. */
export const isEnvelope = (raw: RawEnvelope): raw is Envelope => raw.alg === EDDSA && raw.sig?.length === 64

/** The envelope of a signature. */
export const envelopeOf = (signerAid: string, keyStateSeq: bigint, sig: Uint8Array): Envelope => ({
  signerAid,
  keyStateSeq,
  alg: EDDSA,
  sig,
})
