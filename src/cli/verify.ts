import { Command } from 'commander'
import { projections } from '../../projections/projections.ts'
import { openBlobs } from '../adapters/blobs/open-blobs.ts'
import { openScratch } from '../adapters/scratch/sqlite.ts'
import { FileFault } from '../adapters/sqlite/file-fault.ts'
import { checkBlobs } from '../audit/verify/blobs.ts'
import { checkView, stillFaulty } from '../audit/verify/documents.ts'
import type { Checked, Fault } from '../audit/verify/fault.ts'
import { type Folded, viewFolder } from '../audit/verify/fold-views.ts'
import { checkLog, type NamedBlobs } from '../audit/verify/log.ts'
import { secretsCheck } from '../audit/verify/secrets.ts'
import type { Config } from '../node/config/read-config.ts'
import type { Stores } from '../node/stores/open-stores.ts'
import type { Position } from '../ports/event-log.ts'
import type { Scratch } from '../ports/scratch.ts'
import { progressOf } from './progress.ts'
import { withLog } from './with-stores.ts'

/** What `verify --json` prints. */
type Verified = {
  readonly ok: boolean
  readonly events: number
  /** Events that an older release wrote without a checksum. */
  readonly withoutChecksum: number
  readonly documents: number
  readonly blobs: number
  readonly secrets: number
  readonly faults: readonly Fault[]
}

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

const checkViews = async ({ log, readModels }: Stores, head: Position, folded: Folded): Promise<Checked> => {
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

const verified = async (stores: Stores, config: Config, scratch: Scratch): Promise<Verified> => {
  const { log, secrets } = stores
  const head = await log.head()
  const behind = await awaitViews(stores, head)
  const views = viewFolder(projections, scratch)
  const seals = secretsCheck(secrets)
  const bar = progressOf('log', Number(head))
  const logged = await checkLog(log, head, { event: views.add, sealed: seals.sealed }, bar.step).catch(
    unreadable('log', 'the event log', unread),
  )
  bar.end()
  // documents can only be compared with a log that was read completely
  const documents = logged.whole ? await checkViews(stores, head, views.end()) : { ...nothing, faults: [] }
  const blobs = await checkFiles(config, logged.blobs)
  const sealed = await seals.end()
  const faults = [...logged.faults, ...behind, ...documents.faults, ...blobs.faults, ...sealed.faults]
  return {
    ok: faults.length === 0,
    events: logged.count,
    withoutChecksum: logged.withoutChecksum,
    documents: documents.count,
    blobs: blobs.count,
    secrets: sealed.count,
    faults,
  }
}

const counted = (n: number, one: string, several: string): string => `${n} ${n === 1 ? one : several}`

const summary = ({ ok, events, withoutChecksum, documents, blobs, secrets, faults }: Verified): string => {
  const checked = `${events} events, ${documents} documents, ${blobs} files, ${secrets} secrets`
  const sum = ok
    ? `everything matches the log: ${checked}`
    : `${counted(faults.length, 'fault', 'faults')} in ${checked}`
  const older = `${counted(withoutChecksum, 'event has', 'events have')} no checksum: an older release wrote them`
  return [...faults.map(f => `${f.kind} ${f.where}: ${f.detail}`), sum, ...(withoutChecksum > 0 ? [older] : [])].join(
    '\n',
  )
}

const verify = (options: { readonly json?: boolean }) =>
  withLog(async (stores, config) => {
    const scratch = openScratch()
    const result = await verified(stores, config, scratch).finally(scratch.close)
    console.log(options.json ? JSON.stringify(result) : summary(result))
    if (!result.ok) process.exitCode = 1
  })

/** `endcap verify`: checks that log, read models, files and secrets agree. Lists the faults and exits with 1 if they do not. */
export const verifyCommand = (): Command =>
  new Command('verify')
    .description('fold the log and compare every document, hash every file, open every secret; exit code 1 on faults')
    .option('--json', 'print {ok, events, withoutChecksum, documents, blobs, secrets, faults[]}')
    .action(verify)
