import * as E from 'fp-ts/lib/Either.js'
import { type Config, readConfig } from '../config.ts'
import { openStores, type Stores } from '../stores.ts'
import { UserError } from './user-error.ts'

/** The environment, decoded; a UserError names every variable that is wrong. */
export const configured = (env: NodeJS.ProcessEnv = process.env): Config => {
  const config = readConfig(env)
  if (E.isLeft(config)) throw new UserError(config.left.join('\n'))
  return config.right
}

/** Opens the stores that the environment names for one piece of work, while a node runs on them or not. */
export const withStores = async <A>(work: (stores: Stores, config: Config) => Promise<A>): Promise<A> => {
  const config = configured()
  const stores = await openStores(config)
  try {
    return await work(stores, config)
  } finally {
    await stores.close()
  }
}
