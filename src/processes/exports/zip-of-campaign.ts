import * as E from 'fp-ts/lib/Either.js'
import type { ExportFault } from '../../domain/exports/events.ts'
import { type ExportKey, exportId, exportOf } from '../../domain/exports/export.ts'
import type { Step } from '../../engine/react/process.ts'
import { settled } from '../../engine/react/settled.ts'
import type { ShownContent } from '../../lookups/shown-content.ts'
import type { BlobInfo, PutOptions } from '../../ports/blobs.ts'
import { timeOf } from '../../ports/clock.ts'
import { type ZipOrder, zipFilename, zipOfDrawings } from '../../rendering/zip-of-drawings.ts'

type Progressed = ZipOrder['progressed']

/** Renders a whole campaign into one ZIP. Returns the file as events name it, or why it is not stored (`MadeZip`), and the faults. */
export const zipOfCampaign = async (
  { campaign, creatives, contentHash }: ShownContent,
  { mode, format, resolution }: Pick<ExportKey, 'mode' | 'format' | 'resolution'>,
  { ports, signal }: Pick<Step<unknown>, 'ports' | 'signal'>,
  progressed: Progressed,
  options: PutOptions = {},
) => {
  const { accountId, adUnits, retailCampaignName } = campaign
  const order = { accountId, adUnits, creatives, format, resolution }
  const { stored, ...made } = await zipOfDrawings({ ...order, ...options, progressed, signal }, ports)
  const name = mode === 'preview' ? `${retailCampaignName}_preview` : retailCampaignName
  const fileOf = ({ sha256: zip, size }: BlobInfo) => ({
    zip,
    size,
    filename: zipFilename(name, format, resolution),
    contentHash,
  })
  return { file: stored && E.map(fileOf)(stored), ...made }
}

/**
 * Renders an export as part of other work; it is recorded as available, never as initiated (EXPORT-4). It counts, but is stored however
 * full the account is: a campaign goes live and an approver sees it all the same. A worker that lost its
 * claim while it rendered records nothing.
 */
export const makeExportAvailable = async (
  content: ShownContent,
  key: ExportKey,
  step: Step<unknown>,
  progressed: Progressed = async () => undefined,
): Promise<readonly ExportFault[]> => {
  const { file, faults } = await zipOfCampaign(content, key, step, progressed)
  if (file !== undefined) {
    await step.holds()
    const { attempt } = step.claim
    const available = { kind: 'MakeAvailable' as const, attempt, ...settled(file), at: timeOf(step.ports) }
    settled(await step.work.execute(exportOf, exportId(key), available))
  }
  return faults
}
