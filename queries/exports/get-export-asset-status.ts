import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { type ExportView, exportsView } from '../../projections/exports/exports.ts'
import { fields } from '../../src/codec/fields.ts'
import { BooleanText, IntegerText } from '../../src/codec/in-text.ts'
import { integer } from '../../src/codec/integer.ts'
import { AccountId } from '../../src/codec/names.ts'
import { oneOf } from '../../src/codec/text.ts'
import { type ExportFormat, exportFormats } from '../../src/domain/exports/events.ts'
import { presentedExport } from '../../src/domain/exports/presented.ts'
import { Resolution, takesResolution2 } from '../../src/domain/exports/resolution.ts'
import { exportStatuses, queueIdOf } from '../../src/domain/exports/state.ts'
import { query } from '../../src/engine/operation.ts'
import { answer, refuse } from '../../src/engine/reply.ts'
import { downloadUrl } from '../../src/links/download-url.ts'
import { contentHashNow, readCampaign } from '../../src/lookups/campaign-from-views.ts'
import type { Ports } from '../../src/ports/ports.ts'

const ResolutionEntry = fields(
  { status: oneOf(...exportStatuses), url: t.string, resolution: integer(1, 2), statusMessage: t.string },
  /** An extension: the queue that tells progress and faults, when the export was asked for. */
  { queueId: t.string },
)
type ResolutionEntry = t.TypeOf<typeof ResolutionEntry>
const FormatEntry = fields({ assetExportType: oneOf(...exportFormats), resolutionsResponse: t.array(ResolutionEntry) })
/** The exports of a format, one for each resolution. */
export type FormatEntry = t.TypeOf<typeof FormatEntry>

/** GET …/exportAssetStatus (4.3, decision 25). */
export const getExportAssetStatus = query({
  summary: 'Get the exports of a campaign, with download links',
  noStore: true,
  params: t.type({ accountId: AccountId, retailCampaignIdx: IntegerText }),
  query: fields({}, { isPreviewExport: BooleanText, assetExportType: oneOf(...exportFormats), resolution: Resolution }),
  reply: t.array(FormatEntry),
  async answer({ params: { accountId, retailCampaignIdx }, query: asked, origin }, ports) {
    const { assetExportType: format, resolution, isPreviewExport = false } = asked
    if (format && resolution === 2 && !takesResolution2(format))
      return refuse('invalid-request', `Resolution 2 is not supported for ${format}.`, {
        errors: [{ pointer: '/query/resolution', code: 'unsupported', detail: 'must be 1 for tiff and mp4' }],
      })
    const found = await readCampaign(ports.readModels, accountId, retailCampaignIdx)
    if (E.isLeft(found)) return found
    const hash = await contentHashNow(ports.readModels, found.right)
    const views = await exportsOf(
      ports,
      `${accountId}:${retailCampaignIdx}`,
      isPreviewExport ? 'preview' : 'production',
    )
    const entries = views
      .filter(v => (format ?? v.format) === v.format && (resolution ?? v.resolution) === v.resolution)
      .map(v => [v.format, entry(v, hash, accountId, origin, ports)] as const)
    const pairAsked = entries.length === 0 && (format !== undefined || resolution !== undefined)
    return answer(grouped(pairAsked ? [[format ?? 'png', nothing(resolution ?? 1)]] : entries))
  },
})

const exportsOf = async ({ readModels }: Ports, campaignKey: string, mode: string): Promise<readonly ExportView[]> => {
  const { documents } = await readModels.find(exportsView, {
    where: { field: ['campaignKey'], is: '=', value: campaignKey },
    limit: 100,
  })
  return documents.map(d => JSON.parse(d.json) as ExportView).filter(v => v.mode === mode)
}

const entry = (
  view: ExportView,
  contentHash: string,
  accountId: string,
  origin: string,
  { secrets, clock }: Ports,
): ResolutionEntry => {
  const { status, message, zip, filename } = presentedExport(view.export, contentHash)
  const url = zip && filename ? `${origin}${downloadUrl(secrets, { accountId, zip, filename }, clock.now())}` : ''
  const queueId = queueIdOf(view.export)
  return { status, url, resolution: view.resolution, statusMessage: message, ...(queueId ? { queueId } : {}) }
}

const nothing = (resolution: number): ResolutionEntry => ({
  status: 'NOT_INITIATED',
  url: '',
  resolution,
  statusMessage: 'No export has been requested.',
})

const grouped = (entries: readonly (readonly [ExportFormat, ResolutionEntry])[]) =>
  exportFormats.flatMap(format => {
    const own = entries.filter(([f]) => f === format).map(([, e]) => e)
    return own.length === 0
      ? []
      : [{ assetExportType: format, resolutionsResponse: own.sort((a, b) => a.resolution - b.resolution) }]
  })
