import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { AccountId } from '../../src/codec/names.ts'
import type { SnapshotTags } from '../../src/domain/activation/snapshot.ts'
import { type Activation, lastSnapshot } from '../../src/domain/activation/state.ts'
import { type Rejection, rejection } from '../../src/domain/shared/decider.ts'
import { macrosOf } from '../../src/domain/tags/ad-server-macros.ts'
import { pixelUrl } from '../../src/domain/tags/impression-pixel.ts'
import { serveUrl } from '../../src/domain/tags/serve-url.ts'
import { isSecure } from '../../src/domain/tags/tag.ts'
import { tagsCsv, tagsFilename } from '../../src/domain/tags/tags-csv.ts'
import { query } from '../../src/engine/operation.ts'
import { rawReply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { readCampaign } from '../../src/lookups/campaign-from-views.ts'
import { readSnapshot } from '../../src/lookups/snapshot.ts'
import { sizeOf } from '../../src/rendering/draw.ts'

/** GET …/download-tags (EXPORT-1, TAGS-1): the tags of the last completed activation, as CSV. */
export const downloadTags = query({
  summary: 'Download the ad tags of an activated campaign as CSV',
  problems: ['campaign-not-active', 'tags-not-generated'],
  noStore: true,
  params: t.type({ accountId: AccountId, retailCampaignIdx: IntegerText }),
  reply: { media: 'application/x-download' },
  run: ({ params: { accountId, retailCampaignIdx } }, { readModels, blobs, config }) =>
    pipe(
      readCampaign(readModels, accountId, retailCampaignIdx),
      TE.bindTo('view'),
      TE.bind('sha256', ({ view: { record } }) =>
        TE.fromNullable(notActivated(record.activation))(lastSnapshot(record.activation)),
      ),
      TE.bind('live', ({ sha256 }) => TE.fromTask(() => readSnapshot(blobs, sha256, accountId))),
      TE.filterOrElse(
        ({ live }) => live.units.length > 0,
        () => noTags,
      ),
      TE.flatMapEither(({ view, live }) =>
        rawReply({
          raw: tagsCsv(rows(live, config.publicUrl)),
          contentType: 'application/x-download',
          headers: { 'Content-Disposition': tagsFilename(view.retailCampaignName).header },
        }),
      ),
    )(),
})

const notActivated = ({ status, message }: Activation): Rejection =>
  rejection(
    'campaign-not-active',
    status === 'FAILED'
      ? `The activation of the campaign FAILED, so it has no tags: ${message}`
      : status === 'IN_PROGRESS'
        ? 'The campaign is being activated; it has no tags yet.'
        : 'The campaign has not been activated yet, so it has no tags.',
  )
const noTags = rejection(
  'tags-not-generated',
  'The media channel of the campaign generates no tags: its tagGeneration is off.',
)

const rows = (live: SnapshotTags, publicUrl: string) =>
  live.units.map(({ adUnit, tag, impressionTrackers, placementName }) => {
    const { campaign } = live
    const { accountId, retailCampaignIdx } = campaign
    const { adUnitId, adUnitName } = adUnit
    const at = { publicUrl, accountId, retailCampaignIdx, adUnitId }
    const macros = macrosOf(live.macroStyle === 'dsp' ? 'dsp' : 'none')
    const placement = campaign.placements?.find(p => p.adUnitId === adUnitId)
    return {
      campaignId: retailCampaignIdx,
      campaignName: campaign.retailCampaignName,
      mediaChannel: live.mediaChannelName,
      adServer: live.adServerName,
      placementId: placement?.placementId ?? '',
      placementName: placementName ?? '',
      adUnitId,
      adUnitName,
      ...sizeOf(adUnit.dimension),
      tagType: 'JAVASCRIPT',
      secure: isSecure(publicUrl),
      tag,
      clickTracker: `${serveUrl(at)}/click${macros === undefined ? '' : `?cb=${macros.cachebuster}`}`,
      impressionTracker: impressionTrackers.map(tracker => pixelUrl(tracker, at, macros)).join(' '),
      startDate: campaign.startDate ?? '',
      endDate: campaign.endDate ?? '',
    }
  })
