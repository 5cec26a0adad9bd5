import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { openEmbedded } from '../../adapters/embedded/open-embedded.ts'
import type { Config } from '../../node/config/read-config.ts'
import type { EventLog } from '../../ports/event-log.ts'
import type { SecretStore } from '../../ports/secret-store.ts'
import { UserError } from '../user-error.ts'

/** The source or target of a copy: a log and its secrets. */
export type End = {
  /** Display name; never a URL, which may contain a password. */
  readonly name: string
  readonly log: EventLog
  readonly secrets: SecretStore
  /** Where the secrets are; two ends with the same value share their secrets. */
  readonly secretsIn: string
  close(): Promise<void>
}

const noProjections = new URL('../../adapters/embedded/writing/no-projections.ts', import.meta.url).href

const hasLog = async (dataDir: string): Promise<boolean> =>
  stat(join(dataDir, 'log.db')).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return false
      throw error
    },
  )

const openSqlite = async (path: string, mustExist: boolean): Promise<End> => {
  const dataDir = resolve(path)
  if (mustExist && !(await hasLog(dataDir))) throw new UserError(`${dataDir} has no log.db: nothing to copy`)
  const { openSecretStore } = await import('../../adapters/secret-store/sqlite.ts')
  const embedded = await openEmbedded({ dataDir, projections: noProjections })
  const secrets = openSecretStore(dataDir)
  return {
    name: dataDir,
    log: embedded.log,
    secrets,
    secretsIn: dataDir,
    close: async () => {
      await embedded.close()
      secrets.close()
    },
  }
}

const openServers = async (url: string, { mongoUrl, streamPrefix }: Config): Promise<End> => {
  if (mongoUrl === undefined)
    throw new UserError('MONGODB_URL must be set: the secrets of a log in EventStoreDB are in MongoDB')
  // loaded only when needed: both clients are large
  const { openEventStoreDb } = await import('../../adapters/event-log/eventstoredb/open-event-log.ts')
  const { connect } = await import('../../adapters/read-models/mongodb/connect.ts')
  const { openMongoSecretStore } = await import('../../adapters/secret-store/mongodb.ts')
  const log = await openEventStoreDb({ url, streamPrefix })
  const { client, db } = connect(mongoUrl)
  return {
    name: `EventStoreDB, streams ${streamPrefix}*`,
    log,
    secrets: openMongoSecretStore(db),
    secretsIn: 'MongoDB',
    close: async () => {
      await log.close()
      await client.close()
    },
  }
}

/** Opens an end: `sqlite:PATH` or a path is a DATA_DIR, `esdb://…` an EventStoreDB with its secrets in MONGODB_URL. */
export const openEnd = (url: string, config: Config, { mustExist }: { readonly mustExist: boolean }): Promise<End> => {
  if (/^esdb(?:\+discover)?:\/\/\S+$/.test(url)) return openServers(url, config)
  const [, path] = /^(?:sqlite:(?:\/\/(?=\/))?)?((?![a-z+]{2,}:).+)$/.exec(url) ?? []
  if (path === undefined)
    throw new UserError('--from and --to must be sqlite:PATH, the path of a DATA_DIR, or an esdb:// connection string')
  return openSqlite(path, mustExist)
}
