import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SealingKey } from './key-ring.ts'

type Keys = readonly [SealingKey, ...SealingKey[]]

/** The available keys are not those that the stores need. The message is one line for the operator, without any key. */
export class KeysRefused extends Error {
  override readonly name = 'KeysRefused'
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

/** Parses `id:base64key,…`, the first one current; undefined if malformed. */
const parsed = (text: string): Keys | undefined => {
  const keys = text.split(',').map(pair => {
    const [id = '', key = ''] = pair.trim().split(':')
    return { id, key: Buffer.from(key, 'base64') }
  })
  const [first, ...others] = keys
  const whole = keys.every(({ id, key }) => /^[A-Za-z0-9_-]+$/.test(id) && key.length === 32)
  return whole && first ? [first, ...others] : undefined
}

const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}

const newKey = (): SealingKey => ({ id: 'k1', key: randomBytes(32) })

/** Creates the file completely or not at all; of two processes that start at once one wins, and both use its key. */
const make = async (dataDir: string, path: string): Promise<void> => {
  await mkdir(dataDir, { recursive: true })
  const temporary = `${path}.${randomUUID()}`
  const { id, key } = newKey()
  await writeFile(temporary, `${id}:${key.toString('base64')}\n`, { flag: 'wx', mode: 0o600, flush: true })
  try {
    await link(temporary, path)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  } finally {
    await unlink(temporary)
  }
  // nothing may be sealed under a key that a power failure could lose
  await syncFolder(dataDir)
}

const readIfThere = (path: string): Promise<string | undefined> =>
  readFile(path, 'utf8').catch(error => {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  })

type Options = {
  readonly dataDir: string
  readonly secretsKey: string | undefined
  /** Whether the stores contain no sealed data yet; only then is a key created. */
  readonly isFirstStart: boolean
  /** For tools that change nothing: a key that would be created is not stored. */
  readonly isReading: boolean
}

/**
 * The keys of SECRETS_KEY, or else of DATA_DIR/secrets.key, which is created at the first start with owner-only
 * permissions.
 */
export const readKeys = async ({ dataDir, secretsKey, isFirstStart, isReading }: Options): Promise<Keys> => {
  const path = join(dataDir, 'secrets.key')
  if (secretsKey === undefined && isFirstStart && (await readIfThere(path)) === undefined) {
    if (isReading) return [newKey()]
    await make(dataDir, path)
  }
  const text = secretsKey ?? (await readIfThere(path))
  if (text === undefined)
    throw new KeysRefused(
      `SECRETS_KEY is unset and ${path} is missing, but these stores were sealed: restore the file, or set SECRETS_KEY to its contents`,
    )
  const keys = parsed(text)
  if (keys) return keys
  const where = secretsKey === undefined ? `SECRETS_KEY is unset and ${path}` : 'SECRETS_KEY'
  throw new KeysRefused(`${where} must contain id:key pairs, separated by commas, each key 32 bytes in base64`)
}
