import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto'

export type SealingKey = { readonly id: string; readonly key: Buffer }
export type KeyRing = {
  /** The id of the key that seals. */
  readonly currentId: string
  /** The ids of all keys, in their order. */
  readonly ids: readonly string[]
  /** `v1.<key id>.<iv>.<ciphertext and tag>` in base64url, under the first key; `context` is authenticated, not stored. */
  seal(plain: string, context: string): string
  /** Throws if the text was altered, sealed for another context, or under an unknown key. */
  unseal(sealed: string, context: string): string
}

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16
// otherwise a tag of four bytes would be accepted, which can be guessed
const options = { authTagLength: tagBytes }

/** The id of the key that a text is sealed under; undefined if it is not a sealed text. */
export const sealedUnder = (sealed: string): string | undefined => /^v1\.([A-Za-z0-9_-]+)\./.exec(sealed)?.[1]

/** The bytes of a part. Alternative encodings of the same bytes are rejected as altered. */
const bytesOf = (part: string): Buffer => {
  const bytes = Buffer.from(part, 'base64url')
  if (bytes.toString('base64url') !== part) throw new Error('the sealed text was altered')
  return bytes
}

/** Seals and unseals with AES-256-GCM; the first key is current, the others only unseal. */
export const keyRing = (given: readonly [SealingKey, ...SealingKey[]]): KeyRing => {
  // a KeyObject: with the bytes, Node would examine them on every call, which costs three times the decryption
  const ready = ({ id, key }: SealingKey) => ({ id, key: createSecretKey(key) })
  const [first, ...others] = given
  const current = ready(first)
  const keys = [current, ...others.map(ready)]
  return {
    currentId: current.id,
    ids: keys.map(({ id }) => id),
    seal(plain, context) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv(algorithm, current.key, iv, options).setAAD(Buffer.from(context))
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `v1.${current.id}.${iv.toString('base64url')}.${sealed.toString('base64url')}`
    },
    unseal(text, context) {
      const id = sealedUnder(text)
      if (id === undefined) throw new Error('this is not a sealed text')
      const key = keys.find(k => k.id === id)
      if (!key) throw new Error(`sealed under the key ${id}, which is not in SECRETS_KEY`)
      const [iv = '', body = '', ...more] = text.split('.').slice(2)
      if (more.length > 0) throw new Error('the sealed text was altered')
      const bytes = bytesOf(body)
      const decipher = createDecipheriv(algorithm, key.key, bytesOf(iv), options)
      decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-tagBytes))
      return Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()]).toString('utf8')
    },
  }
}
