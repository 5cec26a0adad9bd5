import { Command, Option } from 'commander'
import { printable } from '../domain/shared/printable.ts'
import { readCampaign } from './campaign-file.ts'
import { nextSteps } from './next-steps.ts'
import { progressOf } from './progress.ts'
import { restClient } from './rest.ts'
import { print, tell } from './say.ts'
import { type Imported, sendCampaign } from './send-campaign.ts'
import { WrongUse } from './wrong-use.ts'

type Options = { url: string; key?: string; json?: boolean }

/** Warns once that the service does not respond, as the retries take half a minute. */
const warnOnce = () => {
  let warned = false
  return (why: string): void => {
    if (!warned) tell(`${why}; retrying. Is the service running, and is --url correct?`)
    warned = true
  }
}

/** Warnings that are printed, at most; `--json` has all. */
const mostShown = 20

const showWarnings = (warnings: Imported['warnings']): void => {
  for (const { of, detail } of warnings.slice(0, mostShown)) tell(printable(`warning: ${of}: ${detail}`))
  if (warnings.length > mostShown) tell(`and ${warnings.length - mostShown} more warnings; --json prints all`)
}

const run = async (path: string, options: Options): Promise<void> => {
  if (!options.key) throw new WrongUse('Give the API key with --key or in ENDCAP_KEY.')
  const read = await readCampaign(path)
  let progress: ReturnType<typeof progressOf> | undefined
  const imported = await sendCampaign(
    read,
    restClient({ base: options.url, key: options.key, onWait: warnOnce() }),
    (done, total, what) => {
      progress ??= progressOf('import', total)
      progress.step(done, what)
    },
  ).finally(() => progress?.end())
  if (!options.json) showWarnings(imported.warnings)
  if (options.json) print(JSON.stringify(imported))
  else {
    print(
      `imported into account ${imported.accountId}: retail campaign ${imported.retailCampaignIdx ?? 'none'}, ${imported.creatives} creatives, ${imported.assets} assets`,
    )
    for (const line of nextSteps(imported, options.url)) tell(line)
  }
}

/** `endcap import FILE.json|DIR`: sends a whole campaign; safe to repeat. */
export const importCommand = (): Command =>
  new Command('import')
    .argument('<path>', 'campaign.json, or a folder that contains it (examples/README.md)')
    // help shows the default of an option, but not the value of a variable
    .addOption(new Option('--url <url>', 'URL of the service').env('ENDCAP_URL').default('http://127.0.0.1:8080'))
    .addOption(new Option('--key <key>', 'API key').env('ENDCAP_KEY'))
    .option('--json', 'print the result as JSON')
    .action(run)
