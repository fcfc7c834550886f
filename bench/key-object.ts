import { createPublicKey, type KeyObject } from 'node:crypto'
import { Encoding } from 'anet-protocol'

/** An Ed25519 public key as node:crypto takes it. */
export const keyObjectOf = (publicKey: Uint8Array): KeyObject =>
  createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Encoding.toBase64url(publicKey) },
    format: 'jwk',
  })
