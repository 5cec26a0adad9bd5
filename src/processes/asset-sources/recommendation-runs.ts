import { recommendationRunsToDo } from '../../../projections/asset-sources/recommendation-runs-to-do.ts'
import type { RunToDo } from '../../../projections/asset-sources/run-to-do.ts'
import { assetSource } from '../../domain/asset-sources/asset-source.ts'
import { assetSourceId as idOf } from '../../domain/asset-sources/asset-source-id.ts'
import { servedLoad } from '../../domain/asset-sources/asset-source-state.ts'
import { type FeedRun, feedRun } from '../../domain/asset-sources/feed-run.ts'
import { recommendation, recommendationQueueId } from '../../domain/asset-sources/recommendation.ts'
import { noViewsIn, usesViews } from '../../domain/asset-sources/recommendation-config.ts'
import type { RowSet } from '../../domain/asset-sources/row-set.ts'
import { sourceViews } from '../../domain/asset-sources/source-views.ts'
import { leased } from '../../engine/react/leased.ts'
import { process, type Step } from '../../engine/react/process.ts'
import { type FeedFault, isFeedFault, type ParsedFeed } from '../../ports/feed-parser.ts'
import type { FetchedFeed } from '../../ports/feed-sources.ts'
import type { RecommendationWork } from '../../ports/recommender.ts'
import { beginRun, cannotRun, serveRows, showingRows } from './serve-rows.ts'

export type RecommendationRunAction = { readonly do: 'compute' }

const nextActions = (): readonly RecommendationRunAction[] => [{ do: 'compute' }]

type Source = Omit<RecommendationWork, 'rows' | 'views'> & {
  readonly rows: RowSet
  readonly views: RowSet | undefined
}

const gone: FeedFault = { code: 'not-found', detail: 'The asset source has no recommendations any more.' }
const noRowsYet: FeedFault = { code: 'no-rows', detail: 'The source of the recommendations has no rows yet.' }
const superseded: FeedFault = {
  code: 'superseded',
  detail: 'A later computation was requested meanwhile, and counts instead.',
}

/**
 * What is to be computed, by the log: the settings, and the rows and view events of now. Old rows of a remote source are fetched again for
 * the next computation (ADR 0155).
 */
const sourceOf = async ({ item, work, ports }: Step<RunToDo>): Promise<Source | FeedFault> => {
  const { accountId } = item
  const { state } = await work.load(recommendation, idOf(accountId, item.assetSourceId))
  if (state === undefined) return gone
  const { sourceAssetSourceId, settings } = state
  const id = idOf(accountId, sourceAssetSourceId)
  const { state: source } = await work.load(assetSource, id)
  const rows = source && servedLoad(source)?.set
  if (source === undefined || rows === undefined) return noRowsYet
  ports.remoteRows.noteReader(source)
  const { set: views } = (await work.load(sourceViews, id)).state
  const { config } = settings
  if (config.type === 'collaborative' && views === undefined) return { code: 'no-views', detail: noViewsIn(config) }
  return { rows, views: usesViews(config.type) ? views : undefined, keyColumn: source.roles.assetKeyColumn, config }
}

/** Computes the recommendations in a folder of this node that ends with `use`. */
const computed = async (
  step: Step<RunToDo>,
  { rows, views, ...work }: Source,
  use: (made: ParsedFeed | FeedFault) => Promise<void>,
): Promise<void> => {
  const { item, ports, signal } = step
  const { feedSources, blobs, recommender } = ports
  const kept: FetchedFeed[] = []
  const keep = async ({ blob, bytes }: RowSet): Promise<string> => {
    const file = await feedSources.keep(await blobs.open(blob), { mostBytes: bytes, signal })
    kept.push(file)
    return file.path
  }
  try {
    const path = await keep(rows)
    const viewsPath = views && (await keep(views))
    const options = { out: `${path}.recommended`, signal, onRows: showingRows(step) }
    await use(await recommender.recommend(item.accountId, { ...work, rows: path, views: viewsPath }, options))
  } finally {
    for (const file of kept) await file.close()
  }
}

/** The fault of a computation if a later one was requested: its settings count, whichever ends first. */
const whyLate = async ({ item, work }: Step<RunToDo>): Promise<FeedFault | undefined> => {
  const { state } = await work.load(recommendation, idOf(item.accountId, item.assetSourceId))
  const last = state && recommendationQueueId(state.assetSourceId, state.runs)
  return last !== undefined && item.id !== `${item.accountId}:${last}` ? superseded : undefined
}

const perform = async (step: Step<RunToDo>): Promise<void> => {
  await beginRun(step)
  const late = await whyLate(step)
  if (late) return cannotRun(step, late)
  const source = await sourceOf(step)
  if (isFeedFault(source)) return cannotRun(step, source, { isTriedAgain: source === noRowsYet })
  await computed(step, source, async made => {
    step.signal.throwIfAborted()
    const fault = isFeedFault(made) ? ((await whyLate(step)) ?? made) : await serveRows(step, made, whyLate)
    if (fault) await cannotRun(step, fault)
  })
}

/** Computes recommendations into their asset sources (SOURCE-12). */
export const recommendationRuns = process({
  name: 'recommendation-runs',
  todo: recommendationRunsToDo,
  concurrency: 1,
  // a run has its rows on the disk while it waits for a thread
  accounts: 2,
  claim: leased(
    feedRun,
    (item: RunToDo) => item.id,
    (run: FeedRun) => run.attempts,
  ),
  nextActions,
  perform: (_, step) => perform(step),
})
