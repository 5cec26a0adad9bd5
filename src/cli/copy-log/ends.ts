import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { begun, finished, mustBeFinished } from '../../adapters/backup/unfinished.ts'
import { openEmbedded } from '../../adapters/embedded/open-embedded.ts'
import type { Config } from '../../node/config/read-config.ts'
import { whyNotUsable } from '../../node/usable-folder.ts'
import type { EventLog } from '../../ports/event-log.ts'
import type { SecretStore } from '../../ports/secret-store.ts'
import { UserError } from '../user-error.ts'
import { WrongUse } from '../wrong-use.ts'

/** The source or target of a copy: a log and its secrets. */
export type End = {
  /** Display name; never a URL, which may contain a password. */
  readonly name: string
  readonly log: EventLog
  readonly secrets: SecretStore
  /** Where the secrets are; two ends with the same value share their secrets. */
  readonly secretsIn: string
  /** Called when a copy into this end is complete. */
  finish(): Promise<void>
  close(): Promise<void>
}

const hasLog = async (dataDir: string): Promise<boolean> =>
  stat(join(dataDir, 'log.db')).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return false
      throw error
    },
  )

/** Appends once `begin` is done, which is called with the first append. */
const afterFirst = (begin: () => Promise<void>, append: EventLog['append']): EventLog['append'] => {
  let begun: Promise<void> | undefined
  return async (stream, events, expected) => {
    begun ??= begin()
    await begun
    return append(stream, events, expected)
  }
}

const openSqlite = async (path: string, mustExist: boolean): Promise<End> => {
  const dataDir = resolve(path)
  if (mustExist && !(await hasLog(dataDir))) throw new UserError(`${dataDir} has no log.db: nothing to copy`)
  if (mustExist) await mustBeFinished(dataDir)
  const unusable = mustExist ? undefined : await whyNotUsable(dataDir)
  if (unusable !== undefined) throw new UserError(`${dataDir} cannot be used: ${unusable}`)
  const { openSecretStore } = await import('../../adapters/secret-store/sqlite.ts')
  const marked = { what: 'copy', remedy: 'run the same endcap copy-log again' } as const
  // opening creates the log; a service that started on it would be empty
  if (!mustExist && !(await hasLog(dataDir))) await begun(dataDir, marked)
  const embedded = await openEmbedded({ dataDir })
  const secrets = openSecretStore(dataDir)
  return {
    name: dataDir,
    log: { ...embedded.log, append: afterFirst(() => begun(dataDir, marked), embedded.log.append) },
    secrets,
    secretsIn: dataDir,
    finish: () => finished(dataDir),
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
  const { db, close } = connect(mongoUrl)
  return {
    name: `EventStoreDB, streams ${streamPrefix}*`,
    log,
    secrets: openMongoSecretStore(db),
    secretsIn: 'MongoDB',
    finish: async () => undefined,
    close: async () => {
      await log.close()
      await close()
    },
  }
}

/** Opens an end: `sqlite:PATH` or a path is a DATA_DIR, `esdb://…` an EventStoreDB with its secrets in MONGODB_URL. */
export const openEnd = (url: string, config: Config, { mustExist }: { readonly mustExist: boolean }): Promise<End> => {
  if (/^esdb(?:\+discover)?:\/\/\S+$/.test(url)) return openServers(url, config)
  const [, path] = /^(?:sqlite:(?:\/\/(?=\/))?)?((?![a-z+]{2,}:).+)$/.exec(url) ?? []
  if (path === undefined)
    throw new WrongUse('--from and --to must be sqlite:PATH, the path of a DATA_DIR, or an esdb:// connection string')
  return openSqlite(path, mustExist)
}
