import { createReadStream } from 'node:fs'
import { type FeedRunToDo, feedRunsToDo } from '../../../projections/asset-sources/feed-runs-to-do.ts'
import { assetSource, servedLoad } from '../../domain/asset-sources/asset-source.ts'
import { assetSourceId as idOf } from '../../domain/asset-sources/asset-source-id.ts'
import { feed } from '../../domain/asset-sources/feed.ts'
import type { FeedSettings, RunFault } from '../../domain/asset-sources/feed-events.ts'
import { mostFeedBytes } from '../../domain/asset-sources/feed-format.ts'
import { type FeedRun, type FeedRunCommand, feedRun } from '../../domain/asset-sources/feed-run.ts'
import type { ColumnRoles } from '../../domain/asset-sources/roles.ts'
import { claimed } from '../../engine/react/claimed.ts'
import { process, type Step } from '../../engine/react/process.ts'
import { settled } from '../../engine/react/settled.ts'
import { columnsMissing } from '../../feeds/columns-missing.ts'
import { placeWithSecrets } from '../../feeds/feed-secrets.ts'
import { fetchFeed } from '../../feeds/fetch-feed.ts'
import { timeOf } from '../../ports/clock.ts'
import { type FeedFault, isFeedFault, type ParsedFeed } from '../../ports/feed-parser.ts'
import type { FetchedFeed } from '../../ports/feed-sources.ts'

export type FeedRunAction = { readonly do: 'load' }

const nextActions = (): readonly FeedRunAction[] => [{ do: 'load' }]

const faultOf = ({ row, code, detail }: ParsedFeed['faults'][number]): RunFault => ({
  item: `row ${row}`,
  code,
  detail,
})

const gone: FeedFault = { code: 'not-found', detail: 'The asset source no longer has a feed.' }

type Records = (command: FeedRunCommand) => Promise<void>

/** Reads the rows of a fetched feed into a blob and serves them; the fault that keeps them from being served, if any. */
const load = async (
  { item: { accountId, assetSourceId }, claim: { attempt }, work, ports, signal, holds }: Step<FeedRunToDo>,
  { path }: FetchedFeed,
  { format, config }: FeedSettings,
  roles: ColumnRoles,
  record: Records,
): Promise<FeedFault | undefined> => {
  const { assetKeyColumn: keyColumn, assetVariantColumn: variantColumn } = roles
  let shown = 0
  const parsed = await ports.feedParser.parse(
    accountId,
    { path, format, config },
    {
      out: `${path}.rows`,
      keyColumn,
      variantColumn,
      signal,
      onRows: rows => {
        shown = rows
      },
    },
  )
  signal.throwIfAborted()
  if (isFeedFault(parsed)) return parsed
  if (shown > 0) await record({ kind: 'Progress', attempt, rows: parsed.set.rows, at: timeOf(ports) })
  const { sha256, size } = await ports.blobs.put(createReadStream(parsed.file))
  const id = idOf(accountId, assetSourceId)
  const before = (await work.load(assetSource, id)).state
  const served = before && servedLoad(before)?.set
  await holds()
  const set = { ...parsed.set, columns: [...parsed.set.columns], blob: sha256, bytes: size }
  const loaded = await work.execute(assetSource, id, { kind: 'LoadRows', set, at: timeOf(ports) })
  const missing = columnsMissing(loaded)
  if (missing) return missing
  await record({
    kind: 'Complete',
    attempt,
    rows: set.rows,
    rowsBefore: served?.rows ?? 0,
    columnsMissing: (served?.columns ?? []).filter(column => !set.columns.includes(column)),
    faultyRows: parsed.faultyRows,
    faults: parsed.faults.map(faultOf),
    at: timeOf(ports),
  })
  return undefined
}

const perform = async (step: Step<FeedRunToDo>): Promise<void> => {
  const { item, claim, work, ports, signal } = step
  const { accountId, assetSourceId, isScheduled } = item
  const { attempt } = claim
  const record: Records = async command => void settled(await work.execute(feedRun, item.id, command))
  const cannotRead = ({ code, detail: reason }: FeedFault) =>
    record({ kind: 'CannotRead', attempt, code, reason, isScheduled, at: timeOf(ports) })
  const { state } = await work.load(feed, idOf(accountId, assetSourceId))
  const { state: source } = await work.load(assetSource, idOf(accountId, assetSourceId))
  if (state === undefined || source === undefined) return cannotRead(gone)
  const { settings } = state
  const place = await placeWithSecrets(ports.secrets, accountId, assetSourceId, settings.place)
  const fetched = await fetchFeed(accountId, place, work, ports, { mostBytes: mostFeedBytes, signal })
  if (isFeedFault(fetched)) return cannotRead(fetched)
  try {
    const fault = fetched.cut ? tooLarge : await load(step, fetched, settings, source.roles, record)
    if (fault) await cannotRead(fault)
  } finally {
    await fetched.close()
  }
}

const tooLarge: FeedFault = { code: 'too-large', detail: `The feed has more than ${mostFeedBytes} bytes.` }

/** Reads feeds into their asset sources (SOURCE-7, SOURCE-8). */
export const feedRuns = process({
  name: 'feed-runs',
  todo: feedRunsToDo,
  concurrency: 1,
  claim: claimed(
    feedRun,
    (item: FeedRunToDo) => item.id,
    (run: FeedRun) => run.attempts,
  ),
  nextActions,
  perform: (_, step) => perform(step),
})
