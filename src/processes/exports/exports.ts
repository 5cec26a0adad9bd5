import { type ExportToDo, exportsToDo } from '../../../projections/exports/exports-to-do.ts'
import { type ExportCommand, type ExportKey, exportKeyOf, exportOf } from '../../domain/exports/export.ts'
import type { ExportState } from '../../domain/exports/state.ts'
import { claimed } from '../../engine/react/claimed.ts'
import { process, type Step } from '../../engine/react/process.ts'
import { settled } from '../../engine/react/settled.ts'
import { throttled } from '../../engine/react/throttled.ts'
import { contentFromLog } from '../../lookups/campaign-from-log.ts'
import { shownContent } from '../../lookups/shown-content.ts'
import { timeOf } from '../../ports/clock.ts'
import { zipOfCampaign } from './zip-of-campaign.ts'

export type ExportAction = { readonly do: 'make-zip'; readonly key: ExportKey }

const nextActions = (_: ExportState, { id }: ExportToDo): readonly ExportAction[] => [
  { do: 'make-zip', key: exportKeyOf(id) },
]

const perform = async ({ key }: ExportAction, step: Step<ExportToDo>): Promise<void> => {
  const { item, claim, work, ports } = step
  const { attempt } = claim
  const record = async (command: ExportCommand) => void settled(await work.execute(exportOf, item.id, command))
  const log = settled(await contentFromLog(work, key.accountId, key.retailCampaignIdx, ports)())
  const content = await shownContent(log, ports)
  const progressed = throttled(ports.clock, (done: number, failed: number, total: number) =>
    record({ kind: 'Progress', attempt, total, done, failed, at: timeOf(ports) }),
  )
  if (content.refused !== undefined)
    return record({ kind: 'Fail', attempt, reason: content.refused, failed: 0, faults: [], at: timeOf(ports) })
  const { file, total, failed, faults } = await zipOfCampaign(content, key, step, progressed)
  const result = { attempt, failed, faults, at: timeOf(ports) }
  if (failed < total) await record({ kind: 'Complete', ...file, total, ...result })
  else await record({ kind: 'Fail', reason: `None of the ${total} files could be rendered.`, ...result })
}

/** Creates the requested ZIPs (EXPORT-3, EXPORT-4, EXPORT-7, EXPORT-8). */
export const exportsProcess = process({
  name: 'exports',
  todo: exportsToDo,
  concurrency: 2,
  claim: claimed(
    exportOf,
    (item: ExportToDo) => item.id,
    state => state.attempts,
  ),
  nextActions,
  perform,
})
