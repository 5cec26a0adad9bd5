import { feedRunsToDo } from '../../../projections/asset-sources/feed-runs-to-do.ts'
import type { RunToDo } from '../../../projections/asset-sources/run-to-do.ts'
import { assetSource } from '../../domain/asset-sources/asset-source.ts'
import { assetSourceId as idOf } from '../../domain/asset-sources/asset-source-id.ts'
import { type FeedState, feed } from '../../domain/asset-sources/feed.ts'
import type { FeedSettings } from '../../domain/asset-sources/feed-events.ts'
import { mostFeedBytes, type Understood } from '../../domain/asset-sources/feed-format.ts'
import { type FeedRun, feedRun } from '../../domain/asset-sources/feed-run.ts'
import { type ColumnRoles, columnRoles } from '../../domain/asset-sources/roles.ts'
import { because } from '../../domain/shared/wording.ts'
import { leased } from '../../engine/react/leased.ts'
import { process, type Step } from '../../engine/react/process.ts'
import { settled } from '../../engine/react/settled.ts'
import { placeWithSecrets } from '../../feeds/feed-secrets.ts'
import { fetchFeed } from '../../feeds/fetch-feed.ts'
import { timeOf } from '../../ports/clock.ts'
import { type FeedFault, isFeedFault } from '../../ports/feed-parser.ts'
import type { FetchedFeed } from '../../ports/feed-sources.ts'
import { beginRun, cannotRun, serveRows, showingRows } from './serve-rows.ts'
import { lateRowsOf, readByOthers, superseded, supersededFeedRun } from './superseded-feed-run.ts'

/** `isRetry`: the feed could not be read before. */
export type FeedRunAction = { readonly do: 'load'; readonly isRetry: boolean }

const nextActions = ({ retries }: FeedRun): readonly FeedRunAction[] => [{ do: 'load', isRetry: retries > 0 }]

const gone: FeedFault = { code: 'not-found', detail: 'The asset source no longer has a feed.' }

/** The fault of a run of the schedule that would be tried again although the feed was switched off meanwhile. */
const switchedOff = ({ item }: Step<RunToDo>): FeedFault => ({
  code: 'switched-off',
  detail: `The feed was switched off before this run was tried again. The last attempt failed${because(item.reason ?? '')}`,
})

/**
 * Reads the rows of a fetched feed into a blob and serves them; the fault that keeps them from being served, if any. When the source gets
 * another variant column meanwhile, they are read again by that.
 */
const load = async (
  step: Step<RunToDo>,
  fetched: FetchedFeed,
  of: FeedState,
  roles: ColumnRoles,
): Promise<FeedFault | undefined> => {
  const fault = await loadBy(step, fetched, of, roles)
  if (fault !== readByOthers) return fault
  const { state } = await step.work.load(assetSource, idOf(step.item.accountId, step.item.assetSourceId))
  return state ? load(step, fetched, of, state.roles) : gone
}

const loadBy = async (
  step: Step<RunToDo>,
  { path, isWhole, warnings }: FetchedFeed,
  { settings, understood }: FeedState,
  roles: ColumnRoles,
): Promise<FeedFault | undefined> => {
  const { item, ports, signal } = step
  const { format, config } = settings
  const { assetKeyColumn: keyColumn, assetVariantColumn: variantColumn } = roles
  const named = columnRoles.flatMap(role => roles[role] ?? [])
  const parsed = await ports.feedParser.parse(
    item.accountId,
    { path, format, config, understood, isWhole },
    { out: `${path}.rows`, keyColumn, variantColumn, named, signal, onRows: showingRows(step) },
  )
  signal.throwIfAborted()
  if (isFeedFault(parsed)) return parsed
  const made = { ...parsed, warnings: [...warnings, ...(parsed.warnings ?? [])] }
  const fault = await serveRows(step, made, lateRowsOf(roles))
  if (fault === undefined && understood === undefined && parsed.understood)
    await keepUnderstood(step, settings, parsed.understood)
  return fault
}

/** Keeps how the file was read, so that later runs do not guess again. */
const keepUnderstood = async (
  { item: { accountId, assetSourceId }, work, ports }: Step<RunToDo>,
  settings: FeedSettings,
  understood: Understood,
): Promise<void> => {
  const command = { kind: 'KeepUnderstood', settings, understood, at: timeOf(ports) } as const
  settled(await work.execute(feed, idOf(accountId, assetSourceId), command))
}

const perform = async ({ isRetry }: FeedRunAction, step: Step<RunToDo>): Promise<void> => {
  const { item, work, ports, signal } = step
  const { accountId, assetSourceId } = item
  await beginRun(step)
  const { state } = await work.load(feed, idOf(accountId, assetSourceId))
  const { state: source } = await work.load(assetSource, idOf(accountId, assetSourceId))
  if (state === undefined || source === undefined) return cannotRun(step, gone)
  const late = await supersededFeedRun(step)
  if (late) return cannotRead(step, late)
  const { settings } = state
  if (isRetry && item.isScheduled && !settings.schedule)
    return cannotRun(step, switchedOff(step), { isTriedAgain: false })
  const place = await placeWithSecrets(ports.secrets, accountId, assetSourceId, settings.place)
  const fetched = await fetchFeed(accountId, place, work, ports, { mostBytes: mostFeedBytes, signal })
  if (isFeedFault(fetched)) return cannotRun(step, fetched)
  try {
    const fault = fetched.cut ? tooLarge : await load(step, fetched, state, source.roles)
    if (fault) await cannotRead(step, fault)
  } finally {
    await fetched.close()
  }
}

/** Trying a superseded run again could only give rows that a later run has too. */
const cannotRead = (step: Step<RunToDo>, fault: FeedFault): Promise<void> =>
  fault === superseded ? cannotRun(step, fault, { isTriedAgain: false }) : cannotRun(step, fault)

const tooLarge: FeedFault = { code: 'too-large', detail: `The feed has more than ${mostFeedBytes} bytes.` }

/** Reads feeds into their asset sources (SOURCE-7, SOURCE-8). */
export const feedRuns = process({
  name: 'feed-runs',
  todo: feedRunsToDo,
  concurrency: 1,
  claim: leased(
    feedRun,
    (item: RunToDo) => item.id,
    (run: FeedRun) => run.attempts,
  ),
  nextActions,
  perform,
})
