import { writeFile } from 'node:fs/promises'
import { Command } from 'commander'
import { openSealKeys } from '../adapters/secrets/seal-keys.ts'
import { type Seal, sealOf } from '../audit/seal.ts'
import type { Stores } from '../node/stores/open-stores.ts'
import type { ChainLink } from '../ports/chain.ts'
import { progressOf } from './progress.ts'
import { withRing } from './secrets/with-ring.ts'
import { UserError } from './user-error.ts'
import { asking, exitCodes } from './wrong-use.ts'

type Options = { readonly out?: string; readonly json?: boolean }

const pauseMs = 100
const pause = () => new Promise(resolve => setTimeout(resolve, pauseMs))
/** How long the chain may stay where it is, in milliseconds. */
const patienceMs = 60_000

/** Waits until the hash chain includes all events that the log has now; the first time it reads the whole log. */
const chained = async ({ log, chain }: Stores): Promise<ChainLink> => {
  const head = await log.head()
  const bar = progressOf('chain', Number(head))
  let last = await chain.last()
  for (let since = performance.now(); last.position < head; ) {
    bar.step(Number(last.position), `${last.events} events`)
    await pause()
    const now = await chain.last()
    if (now.position > last.position) since = performance.now()
    last = now
    if (performance.now() - since > patienceMs)
      throw new UserError(
        `the hash chain stays at position ${last.position} of ${head}: nodes of an older release do not extend it; run again when all are upgraded`,
      )
  }
  bar.end()
  return last
}

/** Writes a new file; never replaces one. */
const written = async (file: string, seal: Seal): Promise<void> => {
  await writeFile(file, `${JSON.stringify(seal, null, 2)}\n`, { flag: 'wx', flush: true }).catch(error => {
    throw new UserError(`the seal was not written: ${error.message}`, { exitCode: exitCodes.wrongUse })
  })
}

const seal = async ({ out, json }: Options): Promise<void> =>
  withRing(async (ring, stores) => {
    const link = await chained(stores)
    if (link.events === 0)
      throw new UserError('The log has no events: nothing to seal.', { exitCode: exitCodes.nothing })
    if (link.position > (await stores.log.head()))
      throw new UserError('events at the end of the log were removed: endcap verify says which')
    const sealed = sealOf(stores.log.id, link, stores.clock.now(), await openSealKeys(ring, stores.secretStore))
    if (out !== undefined) await written(out, sealed)
    if (out === undefined || json) console.log(JSON.stringify(sealed, null, json ? 0 : 2))
    else console.log(`${out}: ${sealed.events} events up to position ${sealed.position} are sealed`)
  })

/** `endcap seal`: a signed record of the log as it is now, which `verify --seal` compares with it later. */
export const sealCommand = (): Command =>
  asking(
    new Command('seal')
      .description('sign the hash chain of the log: a small file, to be kept where nobody who can change the log can')
      .option('--out <file>', 'write a new file instead of stdout')
      .option('--json', 'print {format, log, position, events, head, at, publicKey, signature}')
      .action(seal),
  )
