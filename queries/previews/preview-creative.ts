import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { AccountId } from '../../src/codec/names.ts'
import { text } from '../../src/codec/text.ts'
import { type Creative, CreativeName } from '../../src/domain/creatives/creative.ts'
import type { AdUnit } from '../../src/domain/provisioning/aggregates.ts'
import type { RetailCampaign } from '../../src/domain/retail-campaigns/retail-campaign.ts'
import type { Rejection } from '../../src/domain/shared/decider.ts'
import { rejection } from '../../src/domain/shared/decider.ts'
import { stillTexts } from '../../src/domain/tags/ad-server-macros.ts'
import { servedDocument } from '../../src/domain/tags/served-document.ts'
import { isSecure } from '../../src/domain/tags/tag.ts'
import type { RawReply } from '../../src/engine/operation.ts'
import { query } from '../../src/engine/operation.ts'
import { atMost } from '../../src/engine/pause.ts'
import { rawReply, refuse } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { previewPath, previewUrlUntil } from '../../src/links/preview-url.ts'
import { mustBeSigned } from '../../src/links/signed-url.ts'
import { readCampaign } from '../../src/lookups/campaign-from-views.ts'
import { shownCreative } from '../../src/lookups/shown-creative.ts'
import { adDocumentHeaders } from '../../src/pages/ad-document.ts'
import { previewPageHeaders } from '../../src/pages/layout.ts'
import { previewPage } from '../../src/pages/preview-page.ts'
import type { Ports } from '../../src/ports/ports.ts'
import { composed } from '../../src/rendering/composed.ts'
import { draw, sizeOf } from '../../src/rendering/draw.ts'
import { drawnForLook, sentencesOf } from '../../src/rendering/drawn-for-look.ts'

const Part = text({
  pattern: /^\d{1,16}(?:\.png|\.html)?$/,
  must: 'must be <adUnitId>, with .png or .html behind it or not',
  max: 21,
})

/** GET /previews/…/{adUnitId}[.png|.html]: a creative in an ad unit, by a signed link: as page, image or ad (CREATIVE-9). */
export const previewCreative = query({
  summary: 'Preview a creative in an ad unit by a signed link',
  extension: true,
  noStore: true,
  problems: ['link-invalid', 'link-expired', 'picture-missing', 'document-too-costly', 'renderer-unavailable'],
  params: t.type({ accountId: AccountId, retailCampaignIdx: IntegerText, creativeName: CreativeName, part: Part }),
  query: fields({}, { expires: text({ max: 20 }), signature: text({ max: 100 }) }),
  reply: { media: 'text/html' },
  run({ params: { part, ...place }, query: signed }, ports) {
    const { accountId, retailCampaignIdx, creativeName } = place
    const adUnitId = Number.parseInt(part, 10)
    const path = previewPath({ ...place, adUnitId })
    return pipe(
      TE.fromEither(mustBeSigned(expired, ports.secrets, path, signed, ports.clock.now())),
      TE.flatMap(() => readCampaign(ports.readModels, accountId, retailCampaignIdx)),
      TE.map(({ record }) => record.campaign),
      TE.bindTo('campaign'),
      TE.bind('creative', ({ campaign }) => shownCreative(ports, campaign, creativeName, nothingToShow)),
      TE.bind('adUnit', ({ campaign }) => adUnitOf(campaign, adUnitId)),
      TE.flatMap(({ campaign, creative, adUnit }) => {
        const until = signed.expires ?? ''
        return rendering(part, campaign, { accountId, adUnit, creative, until }, ports)
      }),
    )()
  },
})

/** `until`: when the link expires that was opened. */
type Shown = {
  readonly accountId: string
  readonly adUnit: AdUnit
  readonly creative: Creative
  readonly until: string
}
type Rendered = TE.TaskEither<Rejection, RawReply>

const expired = 'This preview link has expired. Read the creatives for a new one.'
const nothingToShow = rejection('not-found', 'The creative or the ad unit no longer exists.')

const adUnitOf = ({ adUnits }: RetailCampaign, adUnitId: number) =>
  TE.fromNullable(nothingToShow)(adUnits.find(u => u.adUnitId === adUnitId))

const rendering = (part: string, campaign: RetailCampaign, shown: Shown, ports: Ports): Rendered => {
  if (part.endsWith('.png')) return picture(shown, ports)
  if (part.endsWith('.html')) return document(shown, shown.creative.clickthroughUrl ?? campaign.clickthroughUrl, ports)
  return page(campaign, shown, ports)
}

const notMade = (what: string, { code, detail }: { readonly code: string; readonly detail: string }) =>
  refuse(code === tooCostly ? tooCostly : 'picture-missing', `${what} cannot be made: ${detail}`)
const tooCostly = 'document-too-costly'

const picture =
  (shown: Shown, ports: Ports): Rendered =>
  async () => {
    const drawn = await draw({ ...shown, format: 'png', scale: 1, isPublic: true }, ports)
    if ('code' in drawn) return notMade('The picture', drawn)
    return rawReply({ raw: drawn.bytes, contentType: 'image/png' })
  }

const document =
  (shown: Shown, clickthroughUrl: string | undefined, ports: Ports): Rendered =>
  async () => {
    const made = await composed(shown, ports)
    if ('code' in made) return notMade('The ad', made)
    const landing = clickthroughUrl === undefined ? {} : { clickthroughUrl }
    const headers = adDocumentHeaders('self', isSecure(ports.config.publicUrl))
    const macros = stillTexts({ dimension: shown.adUnit.dimension, creativeName: shown.creative.creativeName })
    const raw = servedDocument({
      ad: made,
      macros,
      impressionTrackers: [],
      clickTrackers: [],
      isPreview: true,
      ...landing,
    })
    return rawReply({ raw, contentType: 'text/html; charset=utf-8', headers })
  }

/** How long the page waits for what a drawing notices, in milliseconds; the ad itself needs no drawing. */
const waitMs = 5_000

const noticesOf = async (shown: Shown, ports: Ports): Promise<readonly string[]> => {
  const notices: string[] = []
  const look = drawnForLook(shown, ports).then(found => found && notices.push(...sentencesOf(found)))
  await atMost(waitMs, look)
  return [...notices]
}

const page =
  (campaign: RetailCampaign, shown: Shown, ports: Ports): Rendered =>
  async () => {
    const { accountId, adUnit, creative, until } = shown
    const { creativeName } = creative
    const { secrets } = ports
    const { retailCampaignIdx, retailCampaignName, adUnits } = campaign
    const link = (adUnitId: number, ending: '' | '.html') =>
      previewUrlUntil(secrets, { accountId, retailCampaignIdx, creativeName, adUnitId }, until, ending)
    const raw = previewPage({
      campaignName: retailCampaignName,
      creativeName,
      adUnitName: adUnit.adUnitName,
      ...sizeOf(adUnit.dimension),
      notices: await noticesOf(shown, ports),
      documentUrl: link(adUnit.adUnitId, '.html'),
      sizes: adUnits.map(u => ({
        adUnitName: u.adUnitName,
        ...sizeOf(u.dimension),
        url: link(u.adUnitId, ''),
        current: u.adUnitId === adUnit.adUnitId,
      })),
    })
    return rawReply({ raw, contentType: 'text/html; charset=utf-8', headers: previewPageHeaders })
  }
