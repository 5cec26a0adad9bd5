import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSecrets } from '../../../src/adapters/secrets/sealing.ts'
import type { SecretStore } from '../../../src/ports/secret-store.ts'

/** An entry of SECRETS_KEY, always the same for the same id. */
export const keyPair = (id: string): string => `${id}:${createHash('sha256').update(id).digest('base64')}`

/** An in-memory secret store; nodes of a test can share it. */
export const memorySecretStore = (): SecretStore & { readonly rows: Map<string, string> } => {
  const rows = new Map<string, string>()
  return {
    rows,
    get: async id => rows.get(id),
    async put(id, sealed) {
      const held = rows.get(id) ?? sealed
      rows.set(id, held)
      return held
    },
    async *list() {
      for (const [id, sealed] of rows) yield { id, sealed }
    },
    async replace(id, from, to) {
      if (rows.get(id) !== from) return false
      rows.set(id, to)
      return true
    },
    async delete(id) {
      rows.delete(id)
    },
  }
}

/** Secrets under this SECRETS_KEY; nothing is written to disk. */
export const secretsUnder = (secretsKey: string, store: SecretStore = memorySecretStore()) =>
  openSecrets({ dataDir: '/nowhere', secretsKey, store })

/** Runs work in a folder that is deleted afterwards. */
export const inFolder = async (work: (folder: string) => Promise<void>): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'endcap-test-'))
  try {
    await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
