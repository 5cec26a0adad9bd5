import { type ExportToDo, exportsToDo } from '../../../projections/exports/exports-to-do.ts'
import type { ExportFormat } from '../../domain/exports/events.ts'
import { exportKeyOf, exportOf } from '../../domain/exports/export.ts'
import { type Claim, process } from '../../engine/react/process.ts'
import { held, settled } from '../../engine/react/settled.ts'
import { throttled } from '../../engine/react/throttled.ts'
import { contentFromLog } from '../../lookups/campaign-from-log.ts'
import type { Ports } from '../../ports/ports.ts'
import { zipFilename, zipOfDrawings } from '../../rendering/zip-of-drawings.ts'

const at = ({ clock }: Ports) => clock.now().toISOString()
const attempt = (claim: Claim) => claim.attempt

/** Makes the ZIPs that were asked for (decisions 23 to 26). */
export const exportsProcess = process<ExportToDo>({
  name: 'exports',
  todo: exportsToDo,
  concurrency: 2,
  start: async (item, claim, work, ports) =>
    held(await work.execute(exportOf, item.id, { kind: 'StartExport', ...claim, at: at(ports) })),
  heartbeat: async (item, claim, work, ports) =>
    held(await work.execute(exportOf, item.id, { kind: 'ShowLife', attempt: attempt(claim), at: at(ports) })),
  async release(item, claim, work, ports) {
    held(await work.execute(exportOf, item.id, { kind: 'ReleaseAttempt', attempt: attempt(claim), at: at(ports) }))
  },
  async fail(item, claim, reason, work, ports) {
    held(await work.execute(exportOf, item.id, { kind: 'FailAttempt', attempt: attempt(claim), reason, at: at(ports) }))
  },
  async perform(item, claim, work, ports, signal) {
    const { accountId, retailCampaignIdx, format, resolution } = exportKeyOf(item.id)
    const content = settled(await contentFromLog(work, accountId, retailCampaignIdx)())
    const tell = throttled(ports.clock, async (done: number, failed: number, total: number) => {
      settled(
        await work.execute(exportOf, item.id, {
          kind: 'Progress',
          attempt: attempt(claim),
          total,
          done,
          failed,
          at: at(ports),
        }),
      )
    })
    const made = await zipOfDrawings(
      {
        accountId,
        adUnits: content.campaign.adUnits,
        creatives: [...content.creatives.creatives.values()],
        format: format as ExportFormat,
        resolution,
        progressed: tell,
        signal,
      },
      ports,
    )
    const { faults, failed, total, zip, size } = made
    if (failed === total) {
      const reason = `None of the ${total} files could be made.`
      settled(
        await work.execute(exportOf, item.id, {
          kind: 'Fail',
          attempt: attempt(claim),
          reason,
          faults,
          failed,
          at: at(ports),
        }),
      )
      return
    }
    const filename = zipFilename(content.campaign.retailCampaignName, format, resolution)
    const complete = {
      kind: 'Complete' as const,
      attempt: attempt(claim),
      zip,
      size,
      filename,
      contentHash: content.contentHash,
      total,
      failed,
      faults,
      at: at(ports),
    }
    settled(await work.execute(exportOf, item.id, complete))
  },
})
