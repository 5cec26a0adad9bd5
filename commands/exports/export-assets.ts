import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { AccountId } from '../../src/codec/names.ts'
import { oneOf } from '../../src/codec/text.ts'
import { activation } from '../../src/domain/activation/activation.ts'
import { exportFormats } from '../../src/domain/exports/events.ts'
import { exportId, exportOf, exportQueueId } from '../../src/domain/exports/export.ts'
import { Resolution, takesResolution2 } from '../../src/domain/exports/resolution.ts'
import { exportStatuses } from '../../src/domain/exports/state.ts'
import { campaignId } from '../../src/domain/retail-campaigns/campaign-id.ts'
import { command } from '../../src/engine/operation.ts'
import { refuse, reply } from '../../src/engine/reply.ts'
import { contentFromLog } from '../../src/lookups/campaign-from-log.ts'

/** POST …/exportAssets (4.3, decisions 23 to 26): makes a ZIP of every creative in every ad unit. */
export const exportAssets = command({
  summary: 'Export the rendered creatives of an active campaign as a ZIP',
  start: true,
  params: t.type({ accountId: AccountId, retailCampaignIdx: IntegerText }),
  body: fields({ assetExportType: oneOf(...exportFormats), resolution: Resolution }),
  reply: fields({ queueId: t.union([t.string, t.null]), status: oneOf(...exportStatuses), message: t.string }),
  example: { body: { assetExportType: 'png', resolution: '2' } },
  async run({ params: { accountId, retailCampaignIdx }, body }, work, { clock }) {
    const { assetExportType: format, resolution } = body
    if (resolution === 2 && !takesResolution2(format))
      return refuse('invalid-request', `Resolution 2 is not supported for ${format}.`, {
        errors: [{ pointer: '/resolution', code: 'unsupported', detail: 'must be 1 for tiff and mp4' }],
      })
    const content = await contentFromLog(work, accountId, retailCampaignIdx)
    if (E.isLeft(content)) return content
    const { status } = (await work.load(activation, campaignId(accountId, retailCampaignIdx))).state
    if (status !== 'ACTIVE')
      return reply({
        queueId: null,
        status: 'FAILED_TO_INITIATE' as const,
        message: `Exports are made of campaigns that are ACTIVE; this one is ${status}.`,
      })
    const key = { accountId, retailCampaignIdx, mode: 'production', format, resolution } as const
    const queueIdOf = (run: number) => exportQueueId(key, run)
    const asked = {
      kind: 'InitiateExport' as const,
      queueIdOf,
      contentHash: content.right.contentHash,
      at: clock.now().toISOString(),
    }
    const done = await work.execute(exportOf, exportId(key), asked)
    if (E.isLeft(done)) return done
    const { state, events } = done.right
    const message =
      events.length > 0 ? 'The export has started; poll the queue or the export status.' : 'This export runs already.'
    return reply({ queueId: state.queueId ?? null, status: state.status, message })
  },
})
