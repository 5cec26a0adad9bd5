import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import type { SealKeys } from '../../ports/seal-keys.ts'
import type { SecretStore } from '../../ports/secret-store.ts'
import type { KeyRing } from './key-ring.ts'
import { type OwnKey, openOwnKeys } from './own-keys.ts'

/** What comes before the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

const privateKeyOf = ({ key }: OwnKey): KeyObject =>
  createPrivateKey({ key: Buffer.concat([pkcs8, key.export()]), format: 'der', type: 'pkcs8' })

const publicKeyOf = (own: OwnKey): string =>
  createPublicKey(privateKeyOf(own)).export({ format: 'der', type: 'spki' }).toString('base64')

/** Opens the key pairs that sign seals. The first one is made at the first start, by one of all nodes. */
export const openSealKeys = async (ring: KeyRing, store: SecretStore): Promise<SealKeys> => {
  const [used, ...others] = await openOwnKeys('seal-key', ring, store)
  const privateKey = privateKeyOf(used)
  return {
    publicKeys: [publicKeyOf(used), ...others.map(publicKeyOf)],
    sign: text => sign(null, Buffer.from(text), privateKey).toString('base64'),
  }
}
