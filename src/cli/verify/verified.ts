import { openBlobs } from '../../adapters/blobs/open-blobs.ts'
import { FileFault, notJson } from '../../adapters/sqlite/file-fault.ts'
import { checkBlobs } from '../../audit/verify/blobs.ts'
import { chainCheck, removedLinks } from '../../audit/verify/chain.ts'
import { stillFaulty } from '../../audit/verify/documents.ts'
import type { Checked, Fault } from '../../audit/verify/fault.ts'
import { viewFolder } from '../../audit/verify/fold-views.ts'
import { checkLog, type NamedBlobs } from '../../audit/verify/log.ts'
import { type NamedSeal, sealsCheck } from '../../audit/verify/seals.ts'
import { secretsCheck } from '../../audit/verify/secrets.ts'
import { streamRevisions } from '../../audit/verify/stream-revisions.ts'
import { EventNotJson } from '../../engine/read/event-texts.ts'
import type { AnyProjection } from '../../engine/read/projection.ts'
import type { Config } from '../../node/config/read-config.ts'
import type { Stores } from '../../node/stores/open-stores.ts'
import type { Position, Recorded, RecordedText } from '../../ports/event-log.ts'
import type { Scratch } from '../../ports/scratch.ts'
import { unbuilt } from '../built-views.ts'
import { progressOf } from '../progress.ts'
import type { Verified } from './summary.ts'
import type { CheckedStamps } from './time-stamps.ts'
import type { Trusted } from './trusted-keys.ts'

const nothing = { count: 0 }
const unread = { ...nothing, blobs: new Map<string, string>(), whole: false }

/** Reports a damaged file as a fault, of the event that cannot be read if one is known, and returns `instead` for the check that could not run. */
const unreadable =
  <A>(kind: Fault['kind'], where: string, instead: A) =>
  (error: unknown): A & { readonly faults: readonly Fault[] } => {
    const named = error instanceof EventNotJson ? error.where : where
    const fault = error instanceof EventNotJson ? new FileFault('log.db', notJson) : error
    if (!(fault instanceof FileFault)) throw error
    return { ...instead, faults: [{ kind, where: named, detail: fault.reason }] }
  }

/** How long to wait for views to catch up with the log, in milliseconds. */
const catchUpMs = 60_000

const awaitViews = async ({ readModels }: Stores, head: Position): Promise<readonly Fault[]> =>
  (await readModels.waitFor(head, catchUpMs))
    ? []
    : [{ kind: 'document', where: 'all views', detail: `did not catch up with the log within ${catchUpMs / 1000} s` }]

const checkViews = async (
  { log, projections }: Stores,
  head: Position,
  check: (projection: AnyProjection) => Promise<Checked>,
): Promise<Checked> => {
  const bar = progressOf('views', projections.length)
  const found: Checked[] = []
  try {
    for (const [i, projection] of projections.entries()) {
      const { name } = projection
      found.push(await check(projection).catch(unreadable('document', name, nothing)))
      bar.step(i + 1, name)
    }
  } finally {
    bar.end()
  }
  const faults = found.flatMap(checked => checked.faults)
  const count = found.reduce((sum, checked) => sum + checked.count, 0)
  return { count, faults: await stillFaulty(faults, projections, log, head) }
}

const checkFiles = async (config: Config, named: NamedBlobs): Promise<Checked> => {
  const { blobs, close } = await openBlobs(config)
  const bar = progressOf('files', Math.max(1, named.size))
  // the store may hold more files than events name: ZIPs of exports, and files no longer referenced
  const onStep = (done: number) => bar.step(done, '', Math.max(done, named.size))
  return checkBlobs(blobs, named, onStep).finally(bar.end).finally(close)
}

/** What the stores are compared with, besides themselves. */
export type Asked = Trusted & {
  readonly seals: readonly NamedSeal[]
  readonly stamped: CheckedStamps
}

/** Runs all checks of `endcap verify` in one reading of the log, with its progress on stderr. */
export const verified = async (stores: Stores, config: Config, scratch: Scratch, asked: Asked): Promise<Verified> => {
  const { log, chain, secrets } = stores
  // before the head: a chain that ends after it had events that were removed
  const last = await chain.last()
  const head = await log.head()
  const behind = await awaitViews(stores, head)
  const views = viewFolder(
    stores.projections,
    scratch,
    stores.readModels,
    head,
    await unbuilt(stores, stores.projections),
  )
  const sealedTexts = secretsCheck(secrets, log)
  const links = chainCheck(chain, last)
  const seals = sealsCheck(log.id, asked.seals, asked.publicKeys)
  const event = async (one: Recorded, { hash, data, metadata }: RecordedText): Promise<void> => {
    seals.add(one, hash)
    sealedTexts.event(one)
    await links.add(one, hash)
    await views.add(one, data.length + metadata.length)
  }
  const bar = progressOf('log', Number(head))
  const along = { event, sealed: sealedTexts.sealed, revisions: streamRevisions(scratch) }
  const logged = await checkLog(log, head, along, bar.step)
    .catch(unreadable('log', 'the event log', unread))
    .finally(bar.end)
  // documents can only be compared with a log that was read completely
  const documents = logged.whole ? await checkViews(stores, head, await views.end()) : { ...nothing, faults: [] }
  const blobs = await checkFiles(config, logged.blobs)
  const sealed = await sealedTexts.end()
  const ofChain = logged.whole ? await links.end() : []
  const faults = [
    ...logged.faults,
    ...ofChain,
    ...removedLinks(await chain.gaps()),
    ...seals.end(logged.whole),
    ...asked.stamped.faults,
    ...asked.keyFaults,
    ...behind,
    ...documents.faults,
    ...blobs.faults,
    ...sealed.faults,
  ]
  return {
    ok: faults.length === 0,
    events: logged.count,
    chained: last.events,
    seals: asked.seals.map(({ file, seal: { position, events, at } }) => {
      const stamp = asked.stamped.stamps.get(file)
      return { file, position, events, at, ...(stamp === undefined ? {} : { stamp }) }
    }),
    documents: documents.count,
    blobs: blobs.count,
    secrets: sealed.count,
    faults,
  }
}
