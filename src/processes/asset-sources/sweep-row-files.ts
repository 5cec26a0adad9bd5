import { assetSources } from '../../../projections/asset-sources/asset-sources.ts'
import { assetSource } from '../../domain/asset-sources/asset-source.ts'
import { assetSourceId } from '../../domain/asset-sources/asset-source-id.ts'
import { type AssetSource, keptVersions } from '../../domain/asset-sources/asset-source-state.ts'
import { droppedRows, type PastRows, pastRows } from '../../domain/asset-sources/dropped-rows.ts'
import { AssetSourceLoaded } from '../../domain/asset-sources/events.ts'
import type { Load } from '../../domain/asset-sources/row-set.ts'
import { streamOf } from '../../domain/shared/decider.ts'
import { isOver } from '../../domain/shared/unused-files.ts'
import { settled } from '../../engine/react/settled.ts'
import { parsed } from '../../engine/read/documents.ts'
import type { Work } from '../../engine/write/execute.ts'
import { filesInUse } from '../../lookups/files-in-use.ts'
import { timeOf } from '../../ports/clock.ts'
import type { Ports } from '../../ports/ports.ts'
import { removeFile } from '../sweeping/remove-file.ts'

type Sweep = {
  readonly ports: Pick<Ports, 'readModels' | 'blobs' | 'clock' | 'log'>
  readonly work: Work
  readonly signal: AbortSignal
}
/** The past versions of a source that have not been dropped yet, oldest first. */
type Undropped = { readonly id: string; readonly rows: readonly PastRows[] }

/** Events of a stream that are read at a time. */
const pageSize = 200

/** The asset sources that have rows of their own. */
async function* sourcesOf({ ports: { readModels }, signal }: Sweep): AsyncGenerator<AssetSource> {
  for await (const stored of readModels.all(assetSources)) {
    if (signal.aborted) return
    const view = parsed(assetSources, stored)
    if ('source' in view) yield view.source
  }
}

/** The loads of a source after a version, oldest first, read from the end of its stream; without their columns. */
const loadsAfter = async ({ log }: Sweep['ports'], id: string, after: number): Promise<readonly Load[]> => {
  const loads: Load[] = []
  const stream = streamOf(assetSource, id)
  for (let from: number | undefined; from === undefined || from >= 0; ) {
    const page = await log.readStream(stream, {
      backwards: true,
      limit: pageSize,
      ...(from === undefined ? {} : { from }),
    })
    for (const event of page) {
      if (!AssetSourceLoaded.is(event)) continue
      const { version, set, at } = event.data.load
      if (version <= after) return loads.reverse()
      loads.push({ version, set: { ...set, columns: [] }, at })
    }
    from = (page.at(-1)?.revision ?? 0) - 1
  }
  return loads.reverse()
}

/** The sources with past versions that have not been dropped yet. */
const undroppedRows = async (sweep: Sweep): Promise<readonly Undropped[]> => {
  const found: Undropped[] = []
  for await (const { accountId, assetSourceId: number, lastVersion } of sourcesOf(sweep)) {
    if (lastVersion <= keptVersions) continue
    const id = assetSourceId(accountId, number)
    const { state: dropped } = await sweep.work.load(droppedRows, id)
    if (dropped >= lastVersion - keptVersions) continue
    found.push({ id, rows: pastRows(await loadsAfter(sweep.ports, id, dropped)) })
  }
  return found
}

/** The first of a source's past versions that nothing can still read. */
const overdueRows = ({ rows }: Undropped, now: Date): readonly PastRows[] => {
  const inUse = rows.findIndex(({ until }) => !isOver(new Date(until), now))
  return inUse === -1 ? rows : rows.slice(0, inUse)
}

/** The candidates that something names, or that another source gave up lately. */
const stillNeeded = async (
  { ports }: Sweep,
  candidates: ReadonlySet<string>,
  undropped: readonly Undropped[],
): Promise<ReadonlySet<string>> => {
  const needed = await filesInUse(candidates, ports)
  for (const source of undropped)
    for (const { blob } of source.rows.slice(overdueRows(source, ports.clock.now()).length)) needed.add(blob)
  return needed
}

/** Deletes files of a source, oldest first, up to one that was stored again recently; gives their number and the last version. */
const removeRows = async (
  { ports, signal }: Sweep,
  rows: readonly PastRows[],
  needed: ReadonlySet<string>,
): Promise<{ readonly removed: number; readonly last: number }> => {
  let removed = 0
  let last = 0
  for (const { version, blob } of rows) {
    if (signal.aborted) break
    if (!needed.has(blob)) {
      if (!(await removeFile(ports, blob))) break
      removed++
    }
    last = version
  }
  return { removed, last }
}

/**
 * One mark-and-sweep pass over the files with rows of asset sources (SOURCE-17, ADR 0055): deletes that of a version 26 hours after it could
 * last be served or rolled back to, unless something else names the same bytes or they were stored again. Returns the number of deleted
 * files. A pass may be interrupted, and two nodes may sweep at the same time: deleting and dropping are idempotent.
 */
export const sweepRowFiles = async (sweep: Sweep): Promise<number> => {
  const { ports, work, signal } = sweep
  const undropped = await undroppedRows(sweep)
  const now = ports.clock.now()
  const overdue = undropped.map(source => ({ id: source.id, rows: overdueRows(source, now) }))
  const candidates = new Set(overdue.flatMap(({ rows }) => rows.map(({ blob }) => blob)))
  const needed = await stillNeeded(sweep, candidates, undropped)
  let deleted = 0
  for (const { id, rows } of overdue) {
    if (signal.aborted) break
    const { removed, last } = await removeRows(sweep, rows, needed)
    if (last > 0) settled(await work.execute(droppedRows, id, { version: last, at: timeOf(ports) }))
    deleted += removed
  }
  return deleted
}
