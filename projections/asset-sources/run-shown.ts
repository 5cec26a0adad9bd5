import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { listOf } from '../../src/codec/json.ts'
import { oneOf } from '../../src/codec/text.ts'
import { assetSourceId } from '../../src/domain/asset-sources/asset-source-id.ts'
import { type FeedRunEvent, RunFault } from '../../src/domain/asset-sources/feed-events.ts'
import { feedRun, sourceOfQueue } from '../../src/domain/asset-sources/feed-run.ts'
import { on, type Source } from '../../src/engine/read/projection-of.ts'

/** A run as the health of its asset source shows it; only runs of motion assets have films. */
export const RunShown = fields(
  { queueId: t.string, status: oneOf('INITIATED', 'PROCESSING', 'COMPLETED', 'FAILED'), requestedAt: t.string },
  {
    endedAt: t.string,
    rows: t.number,
    rowsBefore: t.number,
    faultyRows: t.number,
    films: t.number,
    filmsMissing: t.number,
    columnsMissing: t.array(t.string),
    faults: listOf(RunFault),
    warnings: t.array(t.string),
    reason: t.string,
  },
)
export type RunShown = t.TypeOf<typeof RunShown>

const mostRuns = 10
/** Faults that are kept of a run; its queue has more. */
const mostFaults = 10

/** The faults of a run that its view keeps. */
export const firstFaults = (faults: readonly RunFault[]): RunFault[] => faults.slice(0, mostFaults)

/** The last runs, newest first, with one that was requested. */
export const withRun = (
  runs: readonly RunShown[],
  { queueId, at }: { readonly queueId: string; readonly at: string },
): RunShown[] => {
  const requested: RunShown = { queueId, status: 'INITIATED', requestedAt: at }
  return [requested, ...runs].slice(0, mostRuns)
}

const ran = (run: RunShown, event: FeedRunEvent): RunShown => {
  switch (event.type) {
    case 'FeedRunProgressed':
      return { ...run, status: 'PROCESSING', ...(event.data.rows === 0 ? {} : { rows: event.data.rows }) }
    case 'FeedRunAttemptFailed':
      return { ...run, reason: event.data.reason }
    case 'FeedRunCompleted': {
      const { at: endedAt, faults, ...counts } = event.data
      const { reason: _, ...rest } = run
      return { ...rest, ...counts, status: 'COMPLETED', endedAt, faults: firstFaults(faults) }
    }
    case 'FeedRunRetried': {
      const { endedAt: _, reason: __, ...rest } = run
      return { ...rest, status: 'INITIATED' }
    }
    case 'FeedRunFailed':
      return { ...run, status: 'FAILED', endedAt: event.data.at, reason: event.data.reason }
  }
}

/** What the work on runs changes in the view of their asset source. */
export const ranRuns = <D extends { readonly runs: readonly RunShown[] }>(): Source<D> =>
  on(feedRun, {
    idOf(_, stream) {
      const { accountId, source } = sourceOfQueue(stream)
      return assetSourceId(accountId, source)
    },
    evolve(view, event, stream) {
      const { queueId } = sourceOfQueue(stream)
      return view && { ...view, runs: view.runs.map(run => (run.queueId === queueId ? ran(run, event) : run)) }
    },
  })
