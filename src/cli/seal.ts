import { Command } from 'commander'
import { readSealKeys } from '../adapters/secrets/seal-keys.ts'
import { type Seal, sealOf } from '../audit/seal.ts'
import { writeNew } from './new-file.ts'
import { print } from './say.ts'
import { chained } from './seal/chained.ts'
import { stampFile, timeStamped } from './seal/time-stamp.ts'
import { withRing } from './secrets/with-ring.ts'
import { WrongUse } from './wrong-use.ts'

type Options = { readonly out?: string; readonly timestamp?: string; readonly json?: boolean }

const written = (file: string, seal: Seal): Promise<void> => writeNew(file, `${JSON.stringify(seal, null, 2)}\n`)

const seal = async ({ out, timestamp, json }: Options): Promise<void> => {
  if (timestamp !== undefined && out === undefined)
    throw new WrongUse('--timestamp needs --out: the time stamp is kept beside the seal')
  if (timestamp !== undefined && !/^https?:$/.test(URL.canParse(timestamp) ? new URL(timestamp).protocol : ''))
    throw new WrongUse('--timestamp is the https or http URL of a time-stamp authority')
  await withRing(
    async (ring, stores, config) => {
      const link = await chained(stores)
      const sealed = sealOf(stores.log.id, link, stores.clock.now(), await readSealKeys(ring, stores.secretStore))
      if (out !== undefined) await written(out, sealed)
      const stamp = out !== undefined && timestamp !== undefined ? await timeStamped(out, timestamp, config) : undefined
      if (out === undefined || json) print(JSON.stringify(sealed, null, json ? 0 : 2))
      else print(`${out}: ${sealed.events} events up to position ${sealed.position} are sealed`)
      if (stamp && !json) print(`${stampFile(out ?? '')}: stamped at ${stamp.at.toISOString()} by ${stamp.authority}`)
    },
    { isReading: true },
  )
}

/** `endcap seal`: a signed record of the log as it is now, which `verify --seal` compares with it later. */
export const sealCommand = (): Command =>
  new Command('seal')
    .option('--out <file>', 'write a new file instead of stdout')
    .option('--timestamp <url>', 'have a time-stamp authority (RFC 3161) stamp it; its answer is kept as <file>.tsr')
    .option('--json', 'print {format, log, position, events, head, at, publicKey, signature}')
    .action(seal)
