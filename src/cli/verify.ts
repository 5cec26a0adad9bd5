import { Command } from 'commander'
import { projections } from '../../projections/projections.ts'
import { openBlobs } from '../adapters/blobs/open-blobs.ts'
import { FileFault } from '../adapters/sqlite/file-fault.ts'
import { checkBlobs } from '../audit/verify/blobs.ts'
import { checkView } from '../audit/verify/documents.ts'
import type { Checked, Fault } from '../audit/verify/fault.ts'
import { checkLog } from '../audit/verify/log.ts'
import { checkSecrets } from '../audit/verify/secrets.ts'
import type { Config } from '../config.ts'
import type { Stores } from '../stores.ts'
import { progressOf } from './progress.ts'
import { withLog } from './with-stores.ts'

/** What `verify --json` prints. */
type Verified = {
  readonly ok: boolean
  readonly events: number
  readonly documents: number
  readonly blobs: number
  readonly secrets: number
  readonly faults: readonly Fault[]
}

const nothing = { count: 0 }
const noneNamed = { ...nothing, named: { blobs: new Map<string, string>(), sealed: [] } }

/** A damaged file is a finding, with what was meant to be checked there left out. */
const unreadable =
  <A>(kind: Fault['kind'], where: string, instead: A) =>
  (error: unknown): A & { readonly faults: readonly Fault[] } => {
    if (!(error instanceof FileFault)) throw error
    return { ...instead, faults: [{ kind, where, detail: error.reason }] }
  }

/** How long views may take to come up to the head of the log, in milliseconds. */
const patience = 60_000

const verified = async (stores: Stores, config: Config): Promise<Verified> => {
  const { log, readModels, secrets } = stores
  const head = await log.head()
  const behind: Fault[] = (await readModels.waitFor(head, patience))
    ? []
    : [{ kind: 'document', where: 'all views', detail: `have not come up to the log within ${patience / 1000} s` }]
  const reading = progressOf('log', Number(head))
  const logged = await checkLog(log, head, reading.step).catch(unreadable('log', 'the event log', noneNamed))
  reading.end()

  const views = progressOf('views', projections.length)
  const found: Checked[] = []
  for (const [i, projection] of projections.entries()) {
    const { name } = projection
    const checked = checkView(projection, log, readModels, head)
    found.push(await checked.catch(unreadable('document', name, nothing)))
    views.step(i + 1, name)
  }
  views.end()

  const hashing = progressOf('files', Math.max(1, logged.named.blobs.size))
  const opened = await openBlobs(config)
  // the store may hold more than events name: ZIPs of exports, and what nothing names any more
  const tell = (done: number) => hashing.step(done, '', Math.max(done, logged.named.blobs.size))
  const blobs = await checkBlobs(opened.blobs, logged.named.blobs, tell).finally(opened.close)
  hashing.end()
  const sealed = await checkSecrets(secrets, logged.named.sealed)
  const faults = [...logged.faults, ...behind, ...found.flatMap(f => f.faults), ...blobs.faults, ...sealed.faults]
  return {
    ok: faults.length === 0,
    events: logged.count,
    documents: found.reduce((sum, { count }) => sum + count, 0),
    blobs: blobs.count,
    secrets: sealed.count,
    faults,
  }
}

const told = ({ ok, events, documents, blobs, secrets, faults }: Verified): string => {
  const looked = `${events} events, ${documents} documents, ${blobs} files, ${secrets} secrets`
  if (ok) return `all is as the log says: ${looked}`
  const sum = `${faults.length} ${faults.length === 1 ? 'fault' : 'faults'} in ${looked}`
  return [...faults.map(f => `${f.kind} ${f.where}: ${f.detail}`), sum].join('\n')
}

const verify = (options: { readonly json?: boolean }) =>
  withLog(async (stores, config) => {
    const result = await verified(stores, config)
    console.log(options.json ? JSON.stringify(result) : told(result))
    if (!result.ok) process.exitCode = 1
  })

/** `endcap verify`: whether log, read models, files and secrets fit together; exit code 1 with a list when they do not. */
export const verifyCommand = (): Command =>
  new Command('verify')
    .description('fold the log and compare every document, hash every file, open every secret')
    .option('--json', '{ok, events, documents, blobs, secrets, faults[]}')
    .action(verify)
