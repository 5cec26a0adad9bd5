import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import type { SealKeys } from '../../ports/seal-keys.ts'
import type { SecretStore } from '../../ports/secret-store.ts'
import type { KeyRing } from './key-ring.ts'
import { type OwnKey, openOwnKeys, readOwnKeys } from './own-keys.ts'

/** What comes before the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

const privateKeyOf = ({ key }: OwnKey): KeyObject =>
  createPrivateKey({ key: Buffer.concat([pkcs8, key.export()]), format: 'der', type: 'pkcs8' })

const publicKeyOf = (own: OwnKey): string =>
  createPublicKey(privateKeyOf(own)).export({ format: 'der', type: 'spki' }).toString('base64')

/** The public keys of seals, the used one first. Throws KeysRefused if a key is missing or was altered; none is made. */
export const readPublicSealKeys = async (ring: KeyRing, store: SecretStore): Promise<readonly string[]> =>
  (await readOwnKeys('seal-key', ring, store)).map(publicKeyOf)

const sealKeysOf = ([used, ...others]: Awaited<ReturnType<typeof readOwnKeys>>): SealKeys => {
  const privateKey = privateKeyOf(used)
  return {
    publicKeys: [publicKeyOf(used), ...others.map(publicKeyOf)],
    sign: text => sign(null, Buffer.from(text), privateKey).toString('base64'),
  }
}

/** Opens the key pairs that sign seals. The first one is made at the first start, by one of all nodes. */
export const openSealKeys = async (ring: KeyRing, store: SecretStore): Promise<SealKeys> =>
  sealKeysOf(await openOwnKeys('seal-key', ring, store))

/** Like `openSealKeys`, for tools: none is made. Throws KeysRefused if one is missing or was altered. */
export const readSealKeys = async (ring: KeyRing, store: SecretStore): Promise<SealKeys> =>
  sealKeysOf(await readOwnKeys('seal-key', ring, store))
