import { createPublicKey } from 'node:crypto'
import { readPublicSealKeys } from '../../adapters/secrets/seal-keys.ts'
import { print } from '../say.ts'
import { withRing } from './with-ring.ts'

const pemOf = (publicKey: string): string =>
  createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
    .export({ format: 'pem', type: 'spki' })
    .toString()

/** `endcap secrets public-key`: prints the public keys of seals in PEM. */
export const publicKey = (options: { readonly json?: boolean }) =>
  withRing(
    async (ring, { secretStore }) => {
      const publicKeys = await readPublicSealKeys(ring, secretStore)
      print(options.json ? JSON.stringify({ publicKeys }) : publicKeys.map(pemOf).join('').trimEnd())
    },
    { isReading: true },
  )
