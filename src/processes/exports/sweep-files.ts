import * as E from 'fp-ts/lib/Either.js'
import { exportsView } from '../../../projections/exports/exports.ts'
import { exportKeyOf, exportOf } from '../../domain/exports/export.ts'
import { overdueFiles } from '../../domain/exports/past-files.ts'
import { isOffered } from '../../domain/exports/state.ts'
import { settled } from '../../engine/react/settled.ts'
import { parsed } from '../../engine/read/documents.ts'
import type { Work } from '../../engine/write/execute.ts'
import { contentFromLog } from '../../lookups/campaign-from-log.ts'
import { contentHashNow, readCampaign } from '../../lookups/campaign-from-views.ts'
import { filesInUse } from '../../lookups/files-in-use.ts'
import { timeOf } from '../../ports/clock.ts'
import type { Ports } from '../../ports/ports.ts'
import { IndexNotReady } from '../../ports/row-indexes.ts'
import { WrittenByNewer } from '../../ports/store-away.ts'
import { removeFile } from '../sweeping/remove-file.ts'

export type SweepPorts = Pick<Ports, 'readModels' | 'rowIndexes' | 'blobs' | 'clock'>
type Sweep = { readonly ports: SweepPorts; readonly work: Work; readonly signal: AbortSignal }
type Overdue = { readonly id: string; readonly zip: string }

async function* exportsOf({ ports: { readModels }, signal }: Sweep) {
  for await (const stored of readModels.all(exportsView)) {
    if (signal.aborted) return
    yield { id: stored.id, state: parsed(exportsView, stored).export }
  }
}

/** Content hashes from the read models. Each campaign is read once, because its exports follow each other. */
const hashesNow = ({ ports }: Sweep) => {
  let last: { readonly key: string; readonly hash: Promise<string | undefined> } | undefined
  const read = async (accountId: string, idx: number) => {
    const found = await readCampaign(ports.readModels, accountId, idx)()
    return E.isRight(found) ? contentHashNow(ports, found.right) : undefined
  }
  return (exportId: string): Promise<string | undefined> => {
    const { accountId, retailCampaignIdx } = exportKeyOf(exportId)
    const key = `${accountId}:${retailCampaignIdx}`
    if (last?.key !== key) last = { key, hash: read(accountId, retailCampaignIdx) }
    return last.hash
  }
}

/** Archives an export whose content differs from the campaign's; its last links expire from now on. */
const archive = async ({ ports, work }: Sweep, id: string, zip: string, ofContent: string) => {
  const { accountId, retailCampaignIdx } = exportKeyOf(id)
  const content = await contentFromLog(work, accountId, retailCampaignIdx, ports)()
  if (E.isLeft(content) || content.right.contentHash === ofContent) return
  settled(await work.execute(exportOf, id, { kind: 'Archive', zip, ofContent, at: timeOf(ports) }))
}

/** Leaves an export to the next pass while the products of its campaign are being indexed, and to a newer release what only that can read. */
const unlessLeft = async (check: () => Promise<void>): Promise<void> => {
  try {
    await check()
  } catch (error) {
    if (!(error instanceof IndexNotReady || error instanceof WrittenByNewer)) throw error
  }
}

/** Checks every export once: archives those with changed content, and collects the overdue files. */
const reviewExports = async (sweep: Sweep): Promise<readonly Overdue[]> => {
  const overdue: Overdue[] = []
  const hashOf = hashesNow(sweep)
  for await (const { id, state } of exportsOf(sweep)) {
    if (isOffered(state))
      await unlessLeft(async () => {
        if ((await hashOf(id)) !== state.contentHash) await archive(sweep, id, state.zip, state.contentHash)
      })
    for (const past of overdueFiles(state, sweep.ports.clock.now())) overdue.push({ id, zip: past })
  }
  return overdue
}

/**
 * One mark-and-sweep pass over the export files (EXPORT-5): deletes a ZIP once nothing names its bytes and 26 hours have
 * passed since it was last offered or stored. Returns the number of dropped files. A pass may be interrupted, and two
 * nodes may sweep at the same time: deleting and dropping are idempotent.
 */
export const sweepExportFiles = async (sweep: Sweep): Promise<number> => {
  const { ports, work, signal } = sweep
  const overdue = await reviewExports(sweep)
  const needed = await filesInUse(new Set(overdue.map(({ zip }) => zip)), ports)
  let dropped = 0
  for (const { id, zip } of overdue) {
    if (signal.aborted) break
    await unlessLeft(async () => {
      // not after the file is gone
      await work.load(exportOf, id)
      if (!needed.has(zip) && !(await removeFile(ports, zip))) return
      settled(await work.execute(exportOf, id, { kind: 'DropFile', zip, at: timeOf(ports) }))
      dropped++
    })
  }
  return dropped
}
