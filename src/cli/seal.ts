import { writeFile } from 'node:fs/promises'
import { Command } from 'commander'
import { openSealKeys } from '../adapters/secrets/seal-keys.ts'
import { type Seal, sealOf } from '../audit/seal.ts'
import { chained } from './seal/chained.ts'
import { withRing } from './secrets/with-ring.ts'
import { UserError } from './user-error.ts'
import { exitCodes } from './wrong-use.ts'

type Options = { readonly out?: string; readonly json?: boolean }

/** Writes a new file; never replaces one. */
const written = async (file: string, seal: Seal): Promise<void> => {
  await writeFile(file, `${JSON.stringify(seal, null, 2)}\n`, { flag: 'wx', flush: true }).catch(error => {
    throw new UserError(`the seal was not written: ${error.message}`, { exitCode: exitCodes.wrongUse })
  })
}

const seal = async ({ out, json }: Options): Promise<void> =>
  withRing(async (ring, stores) => {
    const link = await chained(stores)
    const sealed = sealOf(stores.log.id, link, stores.clock.now(), await openSealKeys(ring, stores.secretStore))
    if (out !== undefined) await written(out, sealed)
    if (out === undefined || json) console.log(JSON.stringify(sealed, null, json ? 0 : 2))
    else console.log(`${out}: ${sealed.events} events up to position ${sealed.position} are sealed`)
  })

/** `endcap seal`: a signed record of the log as it is now, which `verify --seal` compares with it later. */
export const sealCommand = (): Command =>
  new Command('seal')
    .description('sign the hash chain of the log: a small file, to be kept where nobody who can change the log can')
    .option('--out <file>', 'write a new file instead of stdout')
    .option('--json', 'print {format, log, position, events, head, at, publicKey, signature}')
    .action(seal)
