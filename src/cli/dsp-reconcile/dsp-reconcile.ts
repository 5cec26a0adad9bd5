import { Command, Option } from 'commander'
import { type Rest, restClient } from '../rest.ts'
import { print, tell } from '../say.ts'
import { UserError } from '../user-error.ts'
import { answered, type Configuration, Configurations, differing } from './answers.ts'
import { compare, repairAll } from './repair.ts'
import { type Result, shown } from './shown.ts'

type Options = { account: string; config?: string; fix?: boolean; json?: boolean; url: string; key?: string }

/** Exit codes: something differs; or the command could not be carried out. */
const differs = 1
const wrongUse = 2

const pageSize = 100

const configurationsOf = async (rest: Rest, account: string): Promise<readonly Configuration[]> => {
  const all: Configuration[] = []
  for (;;) {
    const path = `${account}/dsp-configurations?limit=${pageSize}&offset=${all.length}`
    const { configurations, count } = answered(Configurations, await rest.json('GET', path))
    all.push(...configurations)
    if (configurations.length === 0 || all.length >= count) return all
  }
}

const wanted = (all: readonly Configuration[], { config, account }: Options): readonly Configuration[] => {
  const found = config === undefined ? all : all.filter(({ configId }) => String(configId) === config)
  if (found.length > 0) return found
  throw new UserError(
    config === undefined
      ? `account ${account} has no DSP configuration`
      : `account ${account} has no DSP configuration ${config}`,
  )
}

const reconciled = async (rest: Rest, account: string, one: Configuration, fix: boolean): Promise<Result> => {
  const say = (what: string) => tell(`configuration ${one.configId}: ${what}`)
  const path = `${account}/dsp-configurations/${one.configId}/reconcile`
  say('comparing')
  const compared = await compare(rest, path)
  const repairs = fix ? await repairAll(rest, path, compared, say) : []
  return { ...one, compared, repairs, after: repairs.length === 0 ? compared : await compare(rest, path) }
}

const run = async (options: Options): Promise<void> => {
  if (!options.key) throw new UserError('Give the API key with --key or in ENDCAP_KEY.')
  const rest = restClient({ base: options.url, key: options.key, onWait: why => tell(`${why}; retrying`) })
  const account = `/v2/accounts/${encodeURIComponent(options.account)}`
  const results: Result[] = []
  for (const one of wanted(await configurationsOf(rest, account), options)) {
    const result = await reconciled(rest, account, one, options.fix ?? false)
    results.push(result)
    if (!options.json) print(shown(result))
  }
  if (options.json) print(JSON.stringify(results))
  if (results.some(({ after }) => differing(after) > 0)) process.exitCode = differs
}

/** Code 1 says that something differs, so a command that could not be carried out ends with another. */
const runOrFail = async (options: Options): Promise<void> => {
  try {
    await run(options)
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    tell(error.message)
    process.exitCode = wrongUse
  }
}

/** `endcap dsp-reconcile`: tags beside the creatives of the DSP (DSP-29). */
export const dspReconcileCommand = (): Command =>
  new Command('dsp-reconcile')
    .requiredOption('--account <id>', 'account whose tags are compared')
    .option('--config <id>', 'DSP configuration; all of the account, unless given')
    .option('--fix', 'archive twins and export what is missing, then compare again')
    .option('--json', 'print the results as JSON')
    .addOption(new Option('--url <url>', 'URL of the service').env('ENDCAP_URL').default('http://127.0.0.1:8080'))
    .addOption(new Option('--key <key>', 'API key').env('ENDCAP_KEY'))
    .action(runOrFail)
