import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { type Config, readConfig } from '../node/config/read-config.ts'
import { openStores, type Stores } from '../node/stores/open-stores.ts'
import { UserError } from './user-error.ts'

/** The environment, decoded; a UserError names every variable that is wrong. */
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

/** Opens the stores that the environment names for one piece of work, while a node runs on them or not; makes missing ones. */
export const withStores = <A>(work: (stores: Stores, config: Config) => Promise<A>): Promise<A> =>
  opened(configured(), work)

/** As `withStores`, for work on what is there: a folder without a log is a mistyped DATA_DIR, and stays as it is. */
export const withLog = async <A>(work: (stores: Stores, config: Config) => Promise<A>): Promise<A> => {
  const config = configured()
  if (config.eventStoreUrl === undefined && !existsSync(join(config.dataDir, 'log.db')))
    throw new UserError(`${config.dataDir} holds no log.db: set DATA_DIR to the folder that the service runs on`)
  return opened(config, work)
}
