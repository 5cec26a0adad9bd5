import type { RunToDo } from '../../../projections/asset-sources/run-to-do.ts'
import { assetSource } from '../../domain/asset-sources/asset-source.ts'
import { assetSourceId as idOf } from '../../domain/asset-sources/asset-source-id.ts'
import { feed, feedQueueId } from '../../domain/asset-sources/feed.ts'
import { feedRun, feedRunId, sourceOfQueue } from '../../domain/asset-sources/feed-run.ts'
import { type KeyColumns, sameKeyColumns } from '../../domain/asset-sources/roles.ts'
import type { Step } from '../../engine/react/process.ts'
import type { FeedFault } from '../../ports/feed-parser.ts'
import type { Superseded } from './serve-rows.ts'

/** The fault of a run that ends after a later one: its rows are older than those that are served. */
export const superseded: FeedFault = {
  code: 'superseded',
  detail: 'A later run of the feed has loaded newer rows meanwhile.',
}

/** The fault of a run if a later one has loaded its rows, perhaps on another node. One that failed or has not ended does not count. */
export const supersededFeedRun = async ({
  item: { id, accountId, assetSourceId },
  work,
}: Step<RunToDo>): Promise<FeedFault | undefined> => {
  const { run } = sourceOfQueue(id)
  const { state: feedNow } = await work.load(feed, idOf(accountId, assetSourceId))
  for (let later = feedNow?.runs ?? run; later > run; later--) {
    const { state } = await work.load(feedRun, feedRunId(accountId, feedQueueId(assetSourceId, later)))
    if (state.status === 'COMPLETED') return superseded
  }
  return undefined
}

/** The fault of rows that were read by another variant column than the asset source has now. */
export const readByOthers: FeedFault = {
  code: 'columns-changed',
  detail: 'The variant column of the asset source has changed meanwhile.',
}

/** The same for rows that were read by these roles: `readByOthers` if the source has others now. */
export const lateRowsOf =
  (readBy: KeyColumns): Superseded =>
  async step => {
    const late = await supersededFeedRun(step)
    const { state } = await step.work.load(assetSource, idOf(step.item.accountId, step.item.assetSourceId))
    return late ?? (state && !sameKeyColumns(readBy, state.roles) ? readByOthers : undefined)
  }
