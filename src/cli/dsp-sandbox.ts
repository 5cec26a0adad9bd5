import { once } from 'node:events'
import { Command, Option } from 'commander'
import { environmentOf } from '../dsp-sandbox/environment.ts'
import { defaultOptions, partnerId } from '../dsp-sandbox/sandbox.ts'
import { print, tell } from './say.ts'
import { UserError } from './user-error.ts'
import { WrongUse } from './wrong-use.ts'

type Options = {
  readonly host: string
  readonly port: string
  readonly redirectUri: readonly string[]
  readonly name: readonly string[]
  readonly advertisers: string
  readonly tokenSeconds: string
  readonly reviewSeconds: string
  readonly clientId: string
  readonly clientSecret: string
}

const whole = (option: string, text: string, max: number): number => {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (!(value <= max)) throw new WrongUse(`--${option} must be a whole number from 0 to ${max}`)
  return value
}

const collect = (value: string, all: readonly string[]): readonly string[] => [...all, value]

const run = async (given: Options): Promise<void> => {
  const at = { host: given.host, port: whole('port', given.port, 65_535) }
  const options = {
    clientId: given.clientId,
    clientSecret: given.clientSecret,
    redirectUris: given.redirectUri,
    names: given.name,
    advertisers: whole('advertisers', given.advertisers, 1_000),
    tokenSeconds: whole('token-seconds', given.tokenSeconds, 86_400),
    reviewSeconds: whole('review-seconds', given.reviewSeconds, 86_400),
  }
  const { startDspSandbox } = await import('../dsp-sandbox/start.ts')
  const sandbox = await startDspSandbox(options, at).catch((error: NodeJS.ErrnoException) => {
    throw new UserError(`cannot listen on ${at.host}:${at.port} (${error.code ?? 'unknown error'})`)
  })
  const variables = Object.entries(environmentOf(sandbox)).map(([name, value]) => `${name}=${value}`)
  print(variables.join('\n'))
  tell(`The DSP sandbox is at ${sandbox.url}, its partner is ${partnerId}. It forgets everything when it ends.`)
  await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')])
  await sandbox.stop()
}

const { clientId, clientSecret, advertisers, tokenSeconds, reviewSeconds } = defaultOptions

/** `endcap dsp-sandbox`: a DSP to try tag export with (DSP-17). */
export const dspSandboxCommand = (): Command =>
  new Command('dsp-sandbox')
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--port <port>', 'port to listen on; 0 picks a free one', '8090')
    .option('--client-id <id>', 'client id that it knows', clientId)
    .option('--client-secret <secret>', 'its secret', clientSecret)
    .addOption(
      new Option('--redirect-uri <url>', 'address to which consent may lead; repeatable; any, unless given')
        .argParser(collect)
        .default([], 'any'),
    )
    .addOption(
      new Option('--name <host>', 'name by which nodes and browsers reach it; repeatable; localhost always works')
        .argParser(collect)
        .default([], 'none'),
    )
    .option('--advertisers <count>', 'advertisers of its partner', String(advertisers))
    .option('--token-seconds <seconds>', 'how long access tokens last', String(tokenSeconds))
    .option('--review-seconds <seconds>', 'how long the review of a creative takes', String(reviewSeconds))
    .action(run)
