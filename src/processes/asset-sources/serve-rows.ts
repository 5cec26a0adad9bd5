import { createReadStream } from 'node:fs'
import type { RunToDo } from '../../../projections/asset-sources/run-to-do.ts'
import { assetSource, servedLoad } from '../../domain/asset-sources/asset-source.ts'
import { assetSourceId as idOf } from '../../domain/asset-sources/asset-source-id.ts'
import type { RunFault } from '../../domain/asset-sources/feed-events.ts'
import { type FeedRunCommand, feedRun } from '../../domain/asset-sources/feed-run.ts'
import type { Step } from '../../engine/react/process.ts'
import { settled } from '../../engine/react/settled.ts'
import { columnsMissing } from '../../feeds/columns-missing.ts'
import { timeOf } from '../../ports/clock.ts'
import type { FeedFault, ParsedFeed } from '../../ports/feed-parser.ts'

/** Appends to the stream of the run that a step works on. */
export const recordRun = async ({ item, work }: Step<RunToDo>, command: FeedRunCommand): Promise<void> =>
  void settled(await work.execute(feedRun, item.id, command))

/** How often a run shows its rows while they are made. */
const showEveryMs = 5_000

/** Shows the rows so far of a run in its queue, now and then. */
export const showingRows = (step: Step<RunToDo>): ((rows: number) => void) => {
  const { claim, ports } = step
  let shownAt = ports.clock.monotonic()
  return rows => {
    const now = ports.clock.monotonic()
    if (now - shownAt < showEveryMs) return
    shownAt = now
    // that the claim was lost, or the log is away, ends the run elsewhere
    recordRun(step, { kind: 'Progress', attempt: claim.attempt, rows, at: timeOf(ports) }).catch(() => undefined)
  }
}

/** Ends a run whose rows cannot be made, or puts it off: by default if it is one of a feed's schedule (SOURCE-8). */
export const cannotRun = (
  step: Step<RunToDo>,
  { code, detail: reason }: FeedFault,
  { isTriedAgain: isScheduled }: { readonly isTriedAgain: boolean } = { isTriedAgain: step.item.isScheduled },
): Promise<void> => {
  const { claim, ports } = step
  return recordRun(step, { kind: 'CannotRead', attempt: claim.attempt, code, reason, isScheduled, at: timeOf(ports) })
}

const faultOf = ({ row, code, detail }: ParsedFeed['faults'][number]): RunFault => ({
  item: `row ${row}`,
  code,
  detail,
})

/** Stores the rows that a run made and serves them from now on; the fault that keeps them from being served, if any. */
export const serveRows = async (step: Step<RunToDo>, made: ParsedFeed): Promise<FeedFault | undefined> => {
  const { item, claim, work, ports, holds } = step
  const { attempt } = claim
  const { sha256, size } = await ports.blobs.put(createReadStream(made.file))
  const id = idOf(item.accountId, item.assetSourceId)
  const before = (await work.load(assetSource, id)).state
  const served = before && servedLoad(before)?.set
  await holds()
  const set = { ...made.set, columns: [...made.set.columns], blob: sha256, bytes: size }
  const loaded = await work.execute(assetSource, id, { kind: 'LoadRows', set, at: timeOf(ports) })
  const missing = columnsMissing(loaded)
  if (missing) return missing
  await recordRun(step, {
    kind: 'Complete',
    attempt,
    rows: set.rows,
    rowsBefore: served?.rows ?? 0,
    columnsMissing: (served?.columns ?? []).filter(column => !set.columns.includes(column)),
    faultyRows: made.faultyRows,
    faults: made.faults.map(faultOf),
    at: timeOf(ports),
  })
  return undefined
}
