import { Command } from 'commander'
import { openScratch } from '../adapters/scratch/sqlite.ts'
import { print } from './say.ts'
import { readSeals } from './verify/read-seals.ts'
import { summary } from './verify/summary.ts'
import { checkStamps } from './verify/time-stamps.ts'
import { trustedKeys } from './verify/trusted-keys.ts'
import { verified } from './verify/verified.ts'
import { readingLog } from './with-stores.ts'
import { WrongUse } from './wrong-use.ts'

type Options = {
  readonly seal?: readonly string[]
  readonly publicKey?: string
  readonly timestampCa?: string
  readonly json?: boolean
}

const verify = async (options: Options): Promise<void> => {
  if (options.seal === undefined && (options.publicKey ?? options.timestampCa) !== undefined)
    throw new WrongUse('--public-key and --timestamp-ca are for checking seals: name their files with --seal')
  const seals = await readSeals(options.seal ?? [])
  const stamped = await checkStamps(options.seal ?? [], options.timestampCa)
  await readingLog(async (stores, config) => {
    const trusted = await trustedKeys(seals, options.publicKey, stores, config)
    const scratch = openScratch()
    const result = await verified(stores, config, scratch, { seals, ...trusted, stamped }).finally(scratch.close)
    print(options.json ? JSON.stringify(result) : summary(result))
    if (!result.ok) process.exitCode = 1
  })
}

/**
 * `endcap verify`: checks that log, hash chain, seals, read models, files and secrets agree. Lists the faults and exits with 1 if they
 * do not.
 */
export const verifyCommand = (): Command =>
  new Command('verify')
    .option('--seal <file...>', 'seals to compare the log with (endcap seal)')
    .option(
      '--public-key <file>',
      'the PEM file with the key that seals must be signed with; default: those of the store',
    )
    .option('--timestamp-ca <file>', 'the PEM file with certificates that vouch for the authority of time stamps')
    .option('--json', 'print {ok, events, chained, seals[], documents, blobs, secrets, faults[]}')
    .action(verify)
