import { ed25519 } from '@noble/curves/ed25519.js'
import { Crypto } from 'anet-protocol'
import { seedOf } from './agent.js'
import type { Row } from './measure.js'

export const cryptoRows: readonly Row[] = [
  {
    name: 'ed25519.verify portable / noble verify',
    prepare: async () => {
      // On Node the package chooses the other backend, so this one is loaded from its file.
      const portable: { readonly verifyEd25519: typeof Crypto.verify } = await import(
        new URL('../platform/portable.js', import.meta.resolve('anet-protocol')).href
      )
      const seed = seedOf('ed25519')
      const key = Crypto.publicKeyOf(seed)
      const message = new Uint8Array(1024).fill(7)
      const signature = Crypto.sign(seed, message)
      return {
        this: () => portable.verifyEd25519(key, message, signature),
        against: () => ed25519.verify(signature, message, key),
      }
    },
  },
]
