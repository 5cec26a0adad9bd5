import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { type ExportView, exportsView } from '../../projections/exports/exports.ts'
import { named } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { BooleanText, IntegerText } from '../../src/codec/in-text.ts'
import { integer } from '../../src/codec/integer.ts'
import { AccountId } from '../../src/codec/names.ts'
import { oneOf } from '../../src/codec/text.ts'
import { type ExportFormat, exportFormats, SentExportFormat } from '../../src/domain/exports/events.ts'
import { presentedExport } from '../../src/domain/exports/presented.ts'
import { mustBeSupported, Resolution } from '../../src/domain/exports/resolution.ts'
import { queueIdOf, ShownExportStatus } from '../../src/domain/exports/state.ts'
import { campaignId } from '../../src/domain/retail-campaigns/campaign-id.ts'
import { query } from '../../src/engine/operation.ts'
import { findDocuments } from '../../src/engine/read/documents.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { downloadUrl } from '../../src/links/download-url.ts'
import { contentHashNow, readCampaign } from '../../src/lookups/campaign-from-views.ts'
import type { Ports } from '../../src/ports/ports.ts'

const ResolutionEntry = fields(
  { status: ShownExportStatus, url: t.string, resolution: integer(1, 2), statusMessage: t.string },
  /** An extension: the queue of a requested export, with its progress and errors. */
  { queueId: t.string },
)
type ResolutionEntry = t.TypeOf<typeof ResolutionEntry>
const FormatEntry = named(
  'ExportsOfFormat',
  fields({ assetExportType: oneOf(...exportFormats), resolutionsResponse: t.array(ResolutionEntry) }),
)
/** The exports of a format, one per resolution. */
export type FormatEntry = t.TypeOf<typeof FormatEntry>

/** GET …/exportAssetStatus (EXPORT-1, EXPORT-7). */
export const getExportAssetStatus = query({
  summary: 'Get the exports of a campaign, with download links',
  noStore: true,
  params: t.type({ accountId: AccountId, retailCampaignIdx: IntegerText }),
  query: fields({}, { isPreviewExport: BooleanText, assetExportType: SentExportFormat, resolution: Resolution }),
  reply: t.array(FormatEntry),
  run({ params: { accountId, retailCampaignIdx }, query: asked, origin }, ports) {
    const { assetExportType: format, resolution, isPreviewExport = false } = asked
    const mode = isPreviewExport ? 'preview' : 'production'
    return pipe(
      TE.fromEither(mustBeSupported(format, resolution, '/query/resolution')),
      TE.flatMap(() => readCampaign(ports.readModels, accountId, retailCampaignIdx)),
      TE.flatMapTask(view => () => contentHashNow(ports, view)),
      TE.bindTo('contentHash'),
      TE.bind('views', () => TE.fromTask(() => exportsOf(ports, campaignId(accountId, retailCampaignIdx), mode))),
      TE.flatMapEither(({ contentHash, views }) => {
        const entries = views
          .filter(v => (format ?? v.format) === v.format && (resolution ?? v.resolution) === v.resolution)
          .map(v => [v.format, entry(v, { contentHash, accountId, origin }, ports)] as const)
        const isNamed = entries.length === 0 && format !== undefined
        return reply(grouped(isNamed ? [[format, nothing(resolution ?? 1)]] : entries))
      }),
    )()
  },
})

const exportsOf = async ({ readModels }: Ports, campaignKey: string, mode: string): Promise<readonly ExportView[]> => {
  const where = { field: ['campaignKey'], is: '=', value: campaignKey } as const
  return (await findDocuments(readModels, exportsView, { where, limit: 100 })).filter(v => v.mode === mode)
}

const entry = (
  view: ExportView,
  { contentHash, accountId, origin }: { contentHash: string; accountId: string; origin: string },
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
