import * as E from 'fp-ts/lib/Either.js'
import type { Config } from './shape.ts'
import { variables } from './variables.ts'

export type { Config } from './shape.ts'

type Env = Readonly<Record<string, string | undefined>>
/** Reads the environment; Left: one line a fault, each naming its variable and what it must be. Values are never shown. */
export const readConfig = (env: Env): E.Either<readonly string[], Config> => {
  const faults: string[] = []
  const config: Record<string, unknown> = {}
  for (const [name, { field, read }] of Object.entries(variables)) {
    const value: E.Either<string, unknown> = read(env[name])
    if (E.isLeft(value)) faults.push(`${name} ${value.left}`)
    else config[field] = value.right
  }
  if (config.eventStoreUrl !== undefined && config.mongoUrl === undefined)
    faults.push('MONGODB_URL must name the read models of a node whose log is in EVENTSTOREDB_URL')
  if (config.eventStoreUrl !== undefined && config.secretsKey === undefined)
    faults.push(
      'SECRETS_KEY must be set with EVENTSTOREDB_URL: every node needs the same keys (openssl rand -base64 32)',
    )
  return faults.length > 0 ? E.left(faults) : E.right(config as Config)
}

/** The variables with their defaults and meanings, for the README and --help. */
export const describeConfig = (): readonly {
  readonly name: string
  readonly default: string
  readonly meaning: string
}[] => Object.entries(variables).map(([name, { shown, means }]) => ({ name, default: shown, meaning: means }))
