import { createHmac, createSecretKey, type KeyObject, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import type { SecretStore } from '../../ports/secret-store.ts'
import type { Secrets } from '../../ports/secrets.ts'
import { accountKeys } from './account-keys.ts'
import { type KeyRing, keyRing } from './key-ring.ts'
import { KeysRefused, readKeys } from './read-keys.ts'

const checkId = 'check'
const checkText = 'endcap secrets'
const refusal =
  'SECRETS_KEY (DATA_DIR/secrets.key when it is unset) is not the key that these stores were sealed under: put back the old key, or keep it behind the new one in the list'

const secretPrefix = 'secret:'
/**
 * The context is stored with the sealed text, so that a check can open it: it is not secret, and it cannot be changed.
 */
const withContext = (sealed: string, context: string): string =>
  `${sealed} ${Buffer.from(context).toString('base64url')}`
/** A stored text and its context; the service's own keys use their name as context. */
const contextOf = (id: string, stored: string): { readonly sealed: string; readonly context: string } => {
  if (!id.startsWith(secretPrefix)) return { sealed: stored, context: id }
  const [sealed = '', context = ''] = stored.split(' ')
  return { sealed, context: Buffer.from(context, 'base64url').toString() }
}
const faultOf = (open: () => unknown): string | undefined => {
  try {
    open()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : 'unknown error'
  }
}

type Options = { readonly dataDir: string; readonly secretsKey: string | undefined; readonly store: SecretStore }

/** Rejects a node whose keys differ from those that the stores were sealed under. */
const checkRing = (ring: KeyRing, stored: string): void => {
  try {
    if (ring.unseal(stored, checkId) === checkText) return
  } catch (cause) {
    throw new KeysRefused(refusal, { cause })
  }
  throw new KeysRefused(refusal)
}

/** A key that is created once and stored sealed, so that rotating SECRETS_KEY leaves API keys and links valid. */
const createdOnce = async (name: string, ring: KeyRing, store: SecretStore): Promise<KeyObject> => {
  const stored = (await store.get(name)) ?? (await store.put(name, ring.seal(randomBytes(32).toString('base64'), name)))
  return createSecretKey(Buffer.from(ring.unseal(stored, name), 'base64'))
}

/**
 * Opens encryption, signatures and the secret store (ARCH-34). Rejects with KeysRefused if SECRETS_KEY does not match
 * the stores.
 */
export const openSecrets = async ({ dataDir, secretsKey, store }: Options): Promise<Secrets> => {
  const known = await store.get(checkId)
  const ring = keyRing(await readKeys({ dataDir, secretsKey, isFirstStart: known === undefined }))
  checkRing(ring, known ?? (await store.put(checkId, ring.seal(checkText, checkId))))
  const pepper = await createdOnce('pepper', ring, store)
  const signing = await createdOnce('signing-key', ring, store)
  const sign = (purpose: string, text: string) =>
    createHmac('sha256', signing).update(`${purpose}\n${text}`).digest('base64url')
  return {
    seal: ring.seal,
    unseal: ring.unseal,
    sign,
    verify(purpose, text, signature) {
      const [wanted, given] = [Buffer.from(sign(purpose, text)), Buffer.from(signature)]
      return wanted.length === given.length && timingSafeEqual(wanted, given)
    },
    hashApiKey: apiKey => createHmac('sha256', pepper).update(apiKey).digest('hex'),
    async store(plain, context) {
      const id = `${secretPrefix}${randomUUID()}`
      await store.put(id, withContext(ring.seal(plain, context), context))
      return id
    },
    async load(id, context) {
      const stored = await store.get(id)
      return stored === undefined ? undefined : ring.unseal(contextOf(id, stored).sealed, context)
    },
    forget: id => store.delete(id),
    async *check() {
      for await (const { id, sealed: stored } of store.list()) {
        const { sealed, context } = contextOf(id, stored)
        const fault = faultOf(() => ring.unseal(sealed, context))
        yield fault === undefined ? { id } : { id, fault }
      }
    },
    ...accountKeys(ring, store),
  }
}
