import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { listOf } from '../../src/codec/json.ts'
import { oneOf } from '../../src/codec/text.ts'
import { assetSourceId } from '../../src/domain/asset-sources/asset-source-id.ts'
import { feed } from '../../src/domain/asset-sources/feed.ts'
import { type FeedRunEvent, FeedSettings, RunFault } from '../../src/domain/asset-sources/feed-events.ts'
import { feedRun, sourceOfQueue } from '../../src/domain/asset-sources/feed-run.ts'
import { on, projectionOn } from '../../src/engine/read/projection-of.ts'

/** A run of a feed as its health shows it. */
export const RunShown = fields(
  { queueId: t.string, status: oneOf('INITIATED', 'PROCESSING', 'COMPLETED', 'FAILED'), requestedAt: t.string },
  {
    endedAt: t.string,
    rows: t.number,
    rowsBefore: t.number,
    faultyRows: t.number,
    columnsMissing: t.array(t.string),
    faults: listOf(RunFault),
    reason: t.string,
  },
)
export type RunShown = t.TypeOf<typeof RunShown>

/** A feed with its last runs, newest first. */
export const FeedView = fields({ settings: FeedSettings, runs: t.array(RunShown) })
export type FeedView = t.TypeOf<typeof FeedView>

const mostRuns = 10
/** Faults that are kept of a run; its queue has more. */
const mostFaults = 10

const ran = (run: RunShown, event: FeedRunEvent): RunShown => {
  switch (event.type) {
    case 'FeedRunStarted':
      return { ...run, status: 'PROCESSING' }
    case 'FeedRunHeartbeat':
      return run
    case 'FeedRunProgressed':
      return { ...run, rows: event.data.rows }
    case 'FeedRunAttemptFailed':
      return { ...run, reason: event.data.reason }
    case 'FeedRunCompleted': {
      const { at: endedAt, faults, ...counts } = event.data
      const { reason: _, ...rest } = run
      return { ...rest, ...counts, status: 'COMPLETED', endedAt, faults: faults.slice(0, mostFaults) }
    }
    case 'FeedRunFailed':
      return { ...run, status: 'FAILED', endedAt: event.data.at, reason: event.data.reason }
  }
}

export const feeds = projectionOn<FeedView>({ name: 'feeds', version: 1, codec: FeedView, indexes: [] }, [
  on(feed, {
    evolve(view, event) {
      switch (event.type) {
        case 'FeedConfigured':
          return { settings: event.data.settings, runs: [] }
        case 'FeedChanged':
          return view && { ...view, settings: event.data.settings }
        case 'FeedRunRequested': {
          const { queueId, at } = event.data
          const run: RunShown = { queueId, status: 'INITIATED', requestedAt: at }
          return view && { ...view, runs: [run, ...view.runs].slice(0, mostRuns) }
        }
      }
    },
  }),
  on(feedRun, {
    idOf(_, stream) {
      const { accountId, source } = sourceOfQueue(stream)
      return assetSourceId(accountId, source)
    },
    evolve(view, event, stream) {
      const { queueId } = sourceOfQueue(stream)
      return view && { ...view, runs: view.runs.map(run => (run.queueId === queueId ? ran(run, event) : run)) }
    },
  }),
])
