import { Command } from 'commander'
import { readCampaign } from './campaign-file.ts'
import { progressOf } from './progress.ts'
import { restClient } from './rest.ts'
import { sendCampaign } from './send-campaign.ts'
import { UserError } from './user-error.ts'

type Options = { url: string; key?: string; json?: boolean }

/** Says once that the service does not answer, as the tries take half a minute. */
const told = () => {
  let said = false
  return (why: string): void => {
    if (!said) console.error(`${why}; trying again for a while. Does the service run, and is it at --url?`)
    said = true
  }
}

const run = async (path: string, options: Options): Promise<void> => {
  if (!options.key) throw new UserError('Give the API key with --key or in ENDCAP_KEY.')
  const read = await readCampaign(path)
  let progress: ReturnType<typeof progressOf> | undefined
  const imported = await sendCampaign(
    read,
    restClient({ base: options.url, key: options.key, onWait: told() }),
    (done, total, what) => {
      progress ??= progressOf('import', total)
      progress.step(done, what)
    },
  ).finally(() => progress?.end())
  if (options.json) console.log(JSON.stringify(imported))
  else
    console.log(
      `imported into account ${imported.accountId}: retail campaign ${imported.retailCampaignIdx ?? 'none'}, ${imported.creatives} creatives, ${imported.assets} assets`,
    )
}

/** `endcap import FILE.json|DIR`: sends a whole campaign; may be repeated without harm. */
export const importCommand = (): Command =>
  new Command('import')
    .description('send a whole campaign through the REST operations; may be repeated without harm')
    .argument('<path>', 'campaign.json, or a folder that holds one (examples/README.md)')
    .option('--url <url>', 'where the service is (or ENDCAP_URL)', process.env.ENDCAP_URL ?? 'http://127.0.0.1:8080')
    .option('--key <key>', 'API key (or ENDCAP_KEY)', process.env.ENDCAP_KEY)
    .option('--json', 'print the result for machines')
    .action(run)
