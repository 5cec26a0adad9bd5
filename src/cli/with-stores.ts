import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { mustBeFinished } from '../adapters/backup/unfinished.ts'
import { type Config, readConfig } from '../node/config/read-config.ts'
import { openStores, type Stores } from '../node/stores/open-stores.ts'
import { reportingGaps } from './gaps.ts'
import { UserError } from './user-error.ts'

/** The configuration from the environment; a UserError lists every invalid variable. */
export const configured = (env: NodeJS.ProcessEnv = process.env): Config => {
  const config = readConfig(env)
  if (E.isLeft(config)) throw new UserError(config.left.join('\n'))
  return config.right
}

const opened = async <A>(config: Config, work: (stores: Stores, config: Config) => Promise<A>): Promise<A> => {
  const stores = await openStores(config)
  try {
    return await work(stores, config)
  } finally {
    await stores.close()
  }
}

/** Opens the configured stores, creating missing ones, for one piece of work. A node may be running on them. */
export const withStores = <A>(work: (stores: Stores, config: Config) => Promise<A>): Promise<A> =>
  opened(configured(), work)

/** The configuration, for existing stores: a folder without a log means a wrong DATA_DIR, and nothing is created. */
export const configuredLog = async (): Promise<Config> => {
  const config = configured()
  await mustBeFinished(config.dataDir)
  if (config.eventStoreUrl === undefined && !existsSync(join(config.dataDir, 'log.db')))
    throw new UserError(`${config.dataDir} has no log.db: set DATA_DIR to the data folder of the service`)
  return config
}

/** Like `withStores`, but for existing stores. Gaps of streams are reported. */
export const withLog = async <A>(work: (stores: Stores, config: Config) => Promise<A>): Promise<A> =>
  opened(await configuredLog(), (stores, config) => work({ ...stores, log: reportingGaps(stores.log) }, config))
