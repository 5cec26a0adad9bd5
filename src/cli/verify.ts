import { Command } from 'commander'
import { openBlobs } from '../adapters/blobs/open-blobs.ts'
import { openScratch } from '../adapters/scratch/sqlite.ts'
import { openRing } from '../adapters/secrets/open-ring.ts'
import { openSealKeys } from '../adapters/secrets/seal-keys.ts'
import { FileFault } from '../adapters/sqlite/file-fault.ts'
import { checkBlobs } from '../audit/verify/blobs.ts'
import { chainCheck } from '../audit/verify/chain.ts'
import { checkView, stillFaulty } from '../audit/verify/documents.ts'
import type { Checked, Fault } from '../audit/verify/fault.ts'
import { type Folded, viewFolder } from '../audit/verify/fold-views.ts'
import { checkLog, type NamedBlobs } from '../audit/verify/log.ts'
import { type NamedSeal, sealsCheck } from '../audit/verify/seals.ts'
import { secretsCheck } from '../audit/verify/secrets.ts'
import type { Config } from '../node/config/read-config.ts'
import type { Stores } from '../node/stores/open-stores.ts'
import type { Position, Recorded } from '../ports/event-log.ts'
import type { Scratch } from '../ports/scratch.ts'
import { progressOf } from './progress.ts'
import { readPublicKeys, readSeals } from './verify/read-seals.ts'
import { summary, type Verified } from './verify/summary.ts'
import { withLog } from './with-stores.ts'

type Options = { readonly seal?: readonly string[]; readonly publicKey?: string; readonly json?: boolean }

const nothing = { count: 0 }
const unread = { ...nothing, withoutChecksum: 0, blobs: new Map<string, string>(), whole: false }

/** Reports a damaged file as a fault, and returns `instead` for the check that could not run. */
const unreadable =
  <A>(kind: Fault['kind'], where: string, instead: A) =>
  (error: unknown): A & { readonly faults: readonly Fault[] } => {
    if (!(error instanceof FileFault)) throw error
    return { ...instead, faults: [{ kind, where, detail: error.reason }] }
  }

/** How long to wait for views to catch up with the log, in milliseconds. */
const catchUpMs = 60_000

const awaitViews = async ({ readModels }: Stores, head: Position): Promise<readonly Fault[]> =>
  (await readModels.waitFor(head, catchUpMs))
    ? []
    : [{ kind: 'document', where: 'all views', detail: `did not catch up with the log within ${catchUpMs / 1000} s` }]

const checkViews = async (
  { log, projections, readModels }: Stores,
  head: Position,
  folded: Folded,
): Promise<Checked> => {
  const bar = progressOf('views', projections.length)
  const found: Checked[] = []
  for (const [i, projection] of projections.entries()) {
    const { name } = projection
    const checked = checkView(projection, readModels, folded, head)
    found.push(await checked.catch(unreadable('document', name, nothing)))
    bar.step(i + 1, name)
  }
  bar.end()
  const faults = found.flatMap(checked => checked.faults)
  const count = found.reduce((sum, checked) => sum + checked.count, 0)
  return { count, faults: await stillFaulty(faults, projections, log, head) }
}

const checkFiles = async (config: Config, named: NamedBlobs): Promise<Checked> => {
  const bar = progressOf('files', Math.max(1, named.size))
  const { blobs, close } = await openBlobs(config)
  // the store may hold more files than events name: ZIPs of exports, and files no longer referenced
  const onStep = (done: number) => bar.step(done, '', Math.max(done, named.size))
  const checked = await checkBlobs(blobs, named, onStep).finally(close)
  bar.end()
  return checked
}

/** The keys that are trusted to have signed seals: those given, else those in the store. */
const trustedKeys = async ({ publicKey }: Options, { secretStore }: Stores, config: Config) => {
  if (publicKey !== undefined) return readPublicKeys(publicKey)
  return (await openSealKeys(await openRing({ ...config, store: secretStore }), secretStore)).publicKeys
}

type Asked = { readonly seals: readonly NamedSeal[]; readonly publicKeys: readonly string[] }

const verified = async (stores: Stores, config: Config, scratch: Scratch, asked: Asked): Promise<Verified> => {
  const { log, chain, secrets } = stores
  // before the head: a chain that ends after it had events that were removed
  const last = await chain.last()
  const head = await log.head()
  const behind = await awaitViews(stores, head)
  const views = viewFolder(stores.projections, scratch)
  const sealedTexts = secretsCheck(secrets)
  const links = chainCheck(chain, last)
  const seals = sealsCheck(log.id, asked.seals, asked.publicKeys)
  const event = async (one: Recorded): Promise<void> => {
    views.add(one)
    seals.add(one)
    sealedTexts.event(one)
    await links.add(one)
  }
  const bar = progressOf('log', Number(head))
  const logged = await checkLog(log, head, { event, sealed: sealedTexts.sealed }, bar.step).catch(
    unreadable('log', 'the event log', unread),
  )
  bar.end()
  // documents can only be compared with a log that was read completely
  const documents = logged.whole ? await checkViews(stores, head, views.end()) : { ...nothing, faults: [] }
  const blobs = await checkFiles(config, logged.blobs)
  const sealed = await sealedTexts.end()
  const ofChain = logged.whole ? await links.end() : []
  const faults = [
    ...logged.faults,
    ...ofChain,
    ...seals.end(logged.whole),
    ...behind,
    ...documents.faults,
    ...blobs.faults,
    ...sealed.faults,
  ]
  return {
    ok: faults.length === 0,
    events: logged.count,
    withoutChecksum: logged.withoutChecksum,
    chained: last.events,
    seals: asked.seals.map(({ file, seal: { position, events, at } }) => ({ file, position, events, at })),
    documents: documents.count,
    blobs: blobs.count,
    secrets: sealed.count,
    faults,
  }
}

const verify = async (options: Options): Promise<void> => {
  const seals = await readSeals(options.seal ?? [])
  await withLog(async (stores, config) => {
    const publicKeys = seals.length === 0 ? [] : await trustedKeys(options, stores, config)
    const scratch = openScratch()
    const result = await verified(stores, config, scratch, { seals, publicKeys }).finally(scratch.close)
    console.log(options.json ? JSON.stringify(result) : summary(result))
    if (!result.ok) process.exitCode = 1
  })
}

/**
 * `endcap verify`: checks that log, hash chain, seals, read models, files and secrets agree. Lists the faults and exits with 1 if they
 * do not.
 */
export const verifyCommand = (): Command =>
  new Command('verify')
    .description(
      'fold the log and compare it with its hash chain, seals and every document; hash every file, open every secret; exit code 1 on faults',
    )
    .option('--seal <file...>', 'seals to compare the log with (endcap seal)')
    .option(
      '--public-key <file>',
      'the PEM file with the key that seals must be signed with; default: those of the store',
    )
    .option('--json', 'print {ok, events, withoutChecksum, chained, seals[], documents, blobs, secrets, faults[]}')
    .action(verify)
