import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { dspFaults } from './dsp-settings.ts'
import { generatorFaults } from './generator-settings.ts'
import type { Config } from './shape.ts'
import { type Decoded, variables } from './variables.ts'

export type { Config } from './shape.ts'

type Env = Readonly<Record<string, string | undefined>>
/** Decodes the environment. Left: one line per fault, with the variable and the expected value. Actual values are never shown. */
export const readConfig = (env: Env): E.Either<readonly string[], Config> => {
  const faults: string[] = []
  const config: Partial<Record<keyof Config, unknown>> = {}
  for (const [name, { field, codec }] of Object.entries(variables)) {
    const decoded: t.Validation<unknown> = codec.decode(env[name])
    if (E.isRight(decoded)) config[field] = decoded.right
    else faults.push(...decoded.left.map(({ message }) => `${name} ${message}`))
  }
  if (config.eventStoreUrl !== undefined && config.mongoUrl === undefined)
    faults.push('MONGODB_URL must be set with EVENTSTOREDB_URL: it holds the read models')
  if (config.eventStoreUrl !== undefined && config.secretsKey === undefined)
    faults.push(
      'SECRETS_KEY must be set with EVENTSTOREDB_URL: every node needs the same keys (openssl rand -base64 32)',
    )
  faults.push(...dspFaults(env), ...generatorFaults(env))
  return faults.length > 0 ? E.left(faults) : E.right(config as Decoded)
}

/** Whether only this machine reaches the service: its messages may then name settings of the operator. */
export const isForDevelopment = ({ publicUrl, host }: Pick<Config, 'publicUrl' | 'host'>): boolean =>
  /^(?:localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(publicUrl === undefined ? host : new URL(publicUrl).hostname)

/** The variables with their defaults and meanings, for --help; docs/configuration.md has them too. */
export const describeConfig = (): readonly {
  readonly name: string
  readonly default: string
  readonly meaning: string
}[] => Object.entries(variables).map(([name, { shown, means }]) => ({ name, default: shown, meaning: means }))
