import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as E from 'fp-ts/lib/Either.js'
import { mustBeFinished } from '../adapters/backup/unfinished.ts'
import { type Config, readConfig } from '../node/config/read-config.ts'
import { openStores, type StoreHooks, type Stores } from '../node/stores/open-stores.ts'
import { whyNotReadable, whyNotUsable } from '../node/usable-folder.ts'
import { reportingGaps } from './gaps.ts'
import { UserError } from './user-error.ts'

/** The configuration from the environment; a UserError lists every invalid variable. */
export const configured = (env: NodeJS.ProcessEnv = process.env): Config => {
  const config = readConfig(env)
  if (E.isLeft(config)) throw new UserError(config.left.join('\n'))
  return config.right
}

const mustBe = (unusable: string | undefined, { dataDir }: Config): void => {
  if (unusable !== undefined) throw new UserError(`DATA_DIR ${resolve(dataDir)} cannot be used: ${unusable}`)
}

/** The configuration, with a DATA_DIR that can be read, or does not exist. A UserError says what is wrong with either. */
export const readable = async (): Promise<Config> => {
  const config = configured()
  mustBe(await whyNotReadable(config.dataDir), config)
  return config
}

const opened = async <A>(
  config: Config,
  work: (stores: Stores, config: Config) => Promise<A>,
  hooks: StoreHooks = {},
): Promise<A> => {
  const stores = await openStores(config, hooks)
  try {
    return await work(stores, config)
  } finally {
    await stores.close()
  }
}

/** Opens the configured stores, creating missing ones, for one piece of work. A node may be running on them. */
export const withStores = async <A>(work: (stores: Stores, config: Config) => Promise<A>): Promise<A> => {
  const config = await readable()
  // the log is there: the folder is created if it is missing
  if (config.eventStoreUrl === undefined) mustBe(await whyNotUsable(config.dataDir), config)
  return opened(config, work)
}

/** The configuration, for existing stores: a folder without a log means a wrong DATA_DIR, and nothing is created. */
export const configuredLog = async (): Promise<Config> => {
  const config = await readable()
  await mustBeFinished(config.dataDir)
  if (config.eventStoreUrl === undefined && !existsSync(join(config.dataDir, 'log.db')))
    throw new UserError(`${config.dataDir} has no log.db: set DATA_DIR to the data folder of the service`)
  return config
}

/** Like `withStores`, but for existing stores. Gaps of streams are reported. `isReading`: see StoreHooks. */
export const withLog = async <A>(
  work: (stores: Stores, config: Config) => Promise<A>,
  hooks: Pick<StoreHooks, 'isReading'> = {},
): Promise<A> =>
  opened(await configuredLog(), (stores, config) => work({ ...stores, log: reportingGaps(stores.log) }, config), hooks)

/** `withLog` for tools that change nothing. */
export const readingLog = <A>(work: (stores: Stores, config: Config) => Promise<A>): Promise<A> =>
  withLog(work, { isReading: true })
