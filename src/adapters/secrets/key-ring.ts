import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export type SealingKey = { readonly id: string; readonly key: Buffer }
export type KeyRing = {
  /** `v1.<key id>.<iv>.<ciphertext and tag>` in base64url, under the first key; `context` is authenticated, not stored. */
  seal(plain: string, context: string): string
  /** Throws when the text was altered, sealed for another context, or under a key that is not here. */
  unseal(sealed: string, context: string): string
}

const ivBytes = 12
const tagBytes = 16

/** Seals and unseals with AES-256-GCM; the first key is current, the others only open. */
export const keyRing = (keys: readonly SealingKey[]): KeyRing => {
  const [current] = keys
  if (!current) throw new Error('SECRETS_KEY holds no key')
  return {
    seal(plain, context) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', current.key, iv).setAAD(Buffer.from(context))
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `v1.${current.id}.${iv.toString('base64url')}.${sealed.toString('base64url')}`
    },
    unseal(text, context) {
      const [version, id, iv = '', body = ''] = text.split('.')
      const key = keys.find(k => k.id === id)
      if (version !== 'v1' || !key) throw new Error(`sealed under the key ${id}, which is not in SECRETS_KEY`)
      const bytes = Buffer.from(body, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key.key, Buffer.from(iv, 'base64url')).setAAD(
        Buffer.from(context),
      )
      decipher.setAuthTag(bytes.subarray(-tagBytes))
      return Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()]).toString('utf8')
    },
  }
}

const parsed = (text: string): readonly SealingKey[] =>
  text
    .trim()
    .split(',')
    .map(pair => {
      const [id = '', key = ''] = pair.trim().split(':')
      return { id, key: Buffer.from(key, 'base64') }
    })

/** The keys of SECRETS_KEY; without it those of DATA_DIR/secrets.key, made at the first start, readable by the owner alone. */
export const readKeys = async (dataDir: string, secretsKey: string | undefined): Promise<readonly SealingKey[]> => {
  if (secretsKey !== undefined) return parsed(secretsKey)
  await mkdir(dataDir, { recursive: true })
  const path = join(dataDir, 'secrets.key')
  const stored = await readIfThere(path)
  if (stored !== undefined) return parsed(stored)
  // whole or not at all, and of two processes that start at once one wins
  const temporary = `${path}.${process.pid}`
  await writeFile(temporary, `k1:${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flush: true })
  await link(temporary, path).catch(error => {
    if (error.code !== 'EEXIST') throw error
  })
  await unlink(temporary)
  return parsed(await readFile(path, 'utf8'))
}

const readIfThere = (path: string): Promise<string | undefined> =>
  readFile(path, 'utf8').catch(error => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
