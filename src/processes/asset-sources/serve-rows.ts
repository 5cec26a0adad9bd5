import { createReadStream } from 'node:fs'
import * as E from 'fp-ts/lib/Either.js'
import type { RunToDo } from '../../../projections/asset-sources/run-to-do.ts'
import { assetSource } from '../../domain/asset-sources/asset-source.ts'
import { assetSourceId as idOf } from '../../domain/asset-sources/asset-source-id.ts'
import { servedLoad } from '../../domain/asset-sources/asset-source-state.ts'
import { mostRunWarnings, type RunFault } from '../../domain/asset-sources/feed-events.ts'
import { type FeedRunCommand, feedRun } from '../../domain/asset-sources/feed-run.ts'
import { lacking } from '../../domain/asset-sources/roles.ts'
import type { RowSet } from '../../domain/asset-sources/row-set.ts'
import type { Step } from '../../engine/react/process.ts'
import { settled } from '../../engine/react/settled.ts'
import { columnsMissing, lackingColumns } from '../../feeds/columns-missing.ts'
import { timeOf } from '../../ports/clock.ts'
import { type FeedFault, isFeedFault, type ParsedFeed } from '../../ports/feed-parser.ts'
import { prepareProducts } from '../../products/prepare-products.ts'
import { faultOfRoom } from '../../storage/fault-of-room.ts'
import { type Room, withRoom } from '../../storage/room.ts'
import { roomUnless } from '../../storage/room-unless.ts'

/** Appends to the stream of the run that a step works on. */
export const recordRun = async ({ item, work }: Step<RunToDo>, command: FeedRunCommand): Promise<void> =>
  void settled(await work.execute(feedRun, item.id, command))

/** Shows that work on a run has begun. */
export const beginRun = (step: Step<RunToDo>): Promise<void> =>
  recordRun(step, { kind: 'Progress', attempt: step.claim.attempt, rows: 0, at: timeOf(step.ports) })

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

const faultOf = ({ row, line, code, detail }: ParsedFeed['faults'][number]): RunFault => ({
  item: line === undefined ? `row ${row}` : `line ${line}`,
  code,
  detail,
})

/** Why the rows of a run do not count any more, as those of a later one do; undefined: they count. */
export type Superseded = (step: Step<RunToDo>) => Promise<FeedFault | undefined>

/** Why rows of these columns would not be served. Asked before their file is stored, because one that no load names is never deleted. */
const whyNotServed = async (
  step: Step<RunToDo>,
  columns: readonly string[],
  superseded: Superseded,
): Promise<FeedFault | undefined> => {
  const { accountId, assetSourceId } = step.item
  const { state } = await step.work.load(assetSource, idOf(accountId, assetSourceId))
  const refused = state && lacking(state.roles, columns)
  return refused ? lackingColumns(refused) : superseded(step)
}

/** Indexes the rows for the campaigns that use the source, while it serves those before. */
const prepare = async (step: Step<RunToDo>, { file: path, set: { digest, columns } }: ParsedFeed): Promise<void> => {
  const { item, work, ports, signal } = step
  const { accountId, assetSourceId } = item
  const { state } = await work.load(assetSource, idOf(accountId, assetSourceId))
  const source = { accountId, assetSourceId, keyColumn: state?.roles.assetKeyColumn ?? '' }
  await prepareProducts(ports, source, { path, digest, columns }, signal)
  signal.throwIfAborted()
}

/** Serves a row set unless it does not count any more (SOURCE-20); gives the one that was served before. */
const served = async (
  step: Step<RunToDo>,
  set: RowSet,
  superseded: Superseded,
  room: Room,
): Promise<{ readonly before: RowSet | undefined } | FeedFault> => {
  const { item, work, ports, holds } = step
  const id = idOf(item.accountId, item.assetSourceId)
  for (;;) {
    const { state, revision } = await work.load(assetSource, id)
    const late = await superseded(step)
    if (late) return late
    await holds()
    const command = { kind: 'LoadRows', set, at: timeOf(ports) } as const
    const loaded = await work.execute(assetSource, id, command, { ifMatch: revision })
    // the source has changed since it was loaded: perhaps a later run served its rows
    if (E.isLeft(loaded) && loaded.left.code === 'stale') continue
    if (E.isRight(loaded)) room.recorded(loaded.right)
    return columnsMissing(loaded) ?? { before: state && servedLoad(state)?.set }
  }
}

/** Stores the rows that a run made and serves them from now on; the fault that keeps them from being served, if any. */
export const serveRows = async (
  step: Step<RunToDo>,
  made: ParsedFeed,
  superseded: Superseded,
): Promise<FeedFault | undefined> => {
  const { claim, ports } = step
  const columns = [...made.set.columns]
  const refused = await whyNotServed(step, columns, superseded)
  if (refused) return refused
  // before the rows are stored, so that a node that is killed meanwhile leaves no file that nothing names
  await prepare(step, made)
  const { accountId, assetSourceId } = step.item
  const { state } = await step.work.load(assetSource, idOf(accountId, assetSourceId))
  const servedNow = state && servedLoad(state)?.set.blob
  const stored = await withRoom(ports, accountId, async room => {
    const options = roomUnless(blob => blob === servedNow, room)
    const { sha256, size } = await ports.blobs.put(createReadStream(made.file), options)
    const set = { ...made.set, columns, blob: sha256, bytes: size }
    return E.right({ set, loaded: await served(step, set, superseded, room) })
  })
  if (E.isLeft(stored)) return faultOfRoom(stored.left)
  const { set, loaded } = stored.right
  if (isFeedFault(loaded)) return loaded
  const { before } = loaded
  await recordRun(step, {
    kind: 'Complete',
    attempt: claim.attempt,
    rows: set.rows,
    rowsBefore: before?.rows ?? 0,
    columnsMissing: (before?.columns ?? []).filter(column => !columns.includes(column)),
    faultyRows: made.faultyRows,
    faults: made.faults.map(faultOf),
    ...(made.warnings?.length ? { warnings: made.warnings.slice(0, mostRunWarnings) } : {}),
    at: timeOf(ports),
  })
  return undefined
}
