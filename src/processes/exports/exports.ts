import * as E from 'fp-ts/lib/Either.js'
import { type ExportToDo, exportsToDo } from '../../../projections/exports/exports-to-do.ts'
import { type ExportCommand, type ExportKey, exportKeyOf, exportOf } from '../../domain/exports/export.ts'
import type { ExportState } from '../../domain/exports/state.ts'
import { leased } from '../../engine/react/leased.ts'
import { process, type Step } from '../../engine/react/process.ts'
import { settled } from '../../engine/react/settled.ts'
import { throttled } from '../../engine/react/throttled.ts'
import { contentFromLog } from '../../lookups/campaign-from-log.ts'
import { shownContent } from '../../lookups/shown-content.ts'
import { timeOf } from '../../ports/clock.ts'
import type { MadeZip } from '../../rendering/zip-of-drawings.ts'
import { faultOfRoom } from '../../storage/fault-of-room.ts'
import { withRoom } from '../../storage/room.ts'
import { roomUnless } from '../../storage/room-unless.ts'
import { zipOfCampaign } from './zip-of-campaign.ts'

export type ExportAction = { readonly do: 'make-zip'; readonly key: ExportKey }

const nextActions = (_: ExportState, { id }: ExportToDo): readonly ExportAction[] => [
  { do: 'make-zip', key: exportKeyOf(id) },
]

const perform = async ({ key }: ExportAction, step: Step<ExportToDo>): Promise<void> => {
  const { item, claim, work, ports } = step
  const { attempt } = claim
  const record = async (command: ExportCommand) => settled(await work.execute(exportOf, item.id, command))
  await record({ kind: 'Progress', attempt, total: 0, done: 0, failed: 0, at: timeOf(ports) })
  const log = settled(await contentFromLog(work, key.accountId, key.retailCampaignIdx, ports)())
  const content = await shownContent(log, ports)
  const progressed = throttled(
    ports.clock,
    async (done: number, failed: number, total: number) =>
      void (await record({ kind: 'Progress', attempt, total, done, failed, at: timeOf(ports) })),
  )
  const cannot = (reason: string, { failed, faults }: Pick<MadeZip, 'failed' | 'faults'> = { failed: 0, faults: [] }) =>
    record({ kind: 'Fail', attempt, reason, failed, faults, at: timeOf(ports) })
  if (content.refused !== undefined) return void (await cannot(content.refused))
  const { past } = (await work.load(exportOf, item.id)).state
  const ended = await withRoom(ports, key.accountId, async room => {
    const options = roomUnless(sha256 => past.some(({ zip }) => zip === sha256), room)
    const { file, ...made } = await zipOfCampaign(content, key, step, progressed, options)
    if (file === undefined) return E.right(await cannot(whyNoFile(made.total), made))
    if (E.isLeft(file)) return E.right(await cannot(faultOfRoom(file.left).detail, made))
    const done = await record({ kind: 'Complete', attempt, ...file.right, ...made, at: timeOf(ports) })
    room.recorded(done)
    return E.right(done)
  })
  settled(ended)
}

const whyNoFile = (total: number): string =>
  total === 0 ? 'The campaign has no creatives to export.' : `None of the ${total} files could be rendered.`

/** Creates the requested ZIPs (EXPORT-3, EXPORT-4, EXPORT-7, EXPORT-8). */
export const exportsProcess = process({
  name: 'exports',
  todo: exportsToDo,
  concurrency: 2,
  claim: leased(
    exportOf,
    (item: ExportToDo) => item.id,
    state => state.attempts,
  ),
  nextActions,
  perform,
})
