import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { type CreativeView, creativeId, creatives } from '../../projections/creatives/creatives.ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { AccountId } from '../../src/codec/names.ts'
import { text } from '../../src/codec/text.ts'
import { type Creative, CreativeName } from '../../src/domain/creatives/creative.ts'
import type { AdUnit } from '../../src/domain/provisioning/aggregates.ts'
import { servedDocument } from '../../src/domain/tags/served-document.ts'
import { type Outcome, query } from '../../src/engine/operation.ts'
import { rawReply, refuse } from '../../src/engine/reply.ts'
import { previewPath, previewUrl } from '../../src/links/preview-url.ts'
import { checkSignedUrl } from '../../src/links/signed-url.ts'
import { readCampaign } from '../../src/lookups/campaign-from-views.ts'
import { adDocumentHeaders } from '../../src/pages/ad-document.ts'
import { previewPageHeaders } from '../../src/pages/layout.ts'
import { previewPage } from '../../src/pages/preview-page.ts'
import type { Ports } from '../../src/ports/ports.ts'
import { composed, draw, sizeOf } from '../../src/rendering/draw.ts'

const Part = text({
  pattern: /^\d{1,15}(?:\.png|\.html)?$/,
  must: 'must be <adUnitId>, with .png or .html behind it or not',
  max: 20,
})

/** GET /previews/…/{adUnitId}[.png|.html]: a creative in an ad unit, by a signed link: the page, the picture, the ad (decision 31). */
export const previewCreative = query({
  summary: 'See a creative in an ad unit by a signed link',
  extension: true,
  noStore: true,
  problems: ['link-invalid', 'link-expired', 'picture-missing'],
  params: t.type({ accountId: AccountId, retailCampaignIdx: IntegerText, creativeName: CreativeName, part: Part }),
  query: fields({}, { expires: text({ max: 20 }), signature: text({ max: 100 }) }),
  reply: { media: 'text/html' },
  async run({ params: { part, ...place }, query: signed }, ports) {
    const adUnitId = Number.parseInt(part, 10)
    const checked = checkSignedUrl(ports.secrets, previewPath({ ...place, adUnitId }), signed, ports.clock.now())
    if (checked === 'expired')
      return refuse('link-expired', 'This preview link has expired; read the creatives again for a new one.')
    if (checked === 'forged') return refuse('link-invalid', 'This link was not made by this service.')
    const found = await readCampaign(ports.readModels, place.accountId, place.retailCampaignIdx)
    if (E.isLeft(found)) return found
    const stored = await ports.readModels.get(
      creatives,
      creativeId(place.accountId, place.retailCampaignIdx, place.creativeName),
    )
    const { campaign } = found.right.record
    const adUnit = campaign.adUnits.find(u => u.adUnitId === adUnitId)
    if (!stored || !adUnit) return refuse('not-found', 'There is no such creative or ad unit any more.')
    const { creative } = JSON.parse(stored.json) as CreativeView
    const shown = { accountId: place.accountId, adUnit, creative }
    if (part.endsWith('.png')) return picture(shown, ports)
    if (part.endsWith('.html')) return document(shown, creative.clickthroughUrl ?? campaign.clickthroughUrl, ports)
    return page(campaign, shown, ports)
  },
})

type Shown = { readonly accountId: string; readonly adUnit: AdUnit; readonly creative: Creative }

const picture = async (shown: Shown, ports: Ports): Outcome<never> => {
  const drawn = await draw({ ...shown, format: 'png', scale: 1 }, ports)
  if ('code' in drawn) return refuse('picture-missing', `The picture cannot be made: ${drawn.detail}`)
  return rawReply({ raw: drawn.bytes, contentType: 'image/png' })
}

const document = async (shown: Shown, clickthroughUrl: string | undefined, ports: Ports): Outcome<never> => {
  const made = await composed(shown, ports)
  if ('code' in made) return refuse('picture-missing', `The ad cannot be made: ${made.detail}`)
  const html = servedDocument({
    html: made.html,
    impressionTrackers: [],
    clickTrackers: [],
    ...(clickthroughUrl === undefined ? {} : { clickthroughUrl }),
  })
  return rawReply({ raw: html, contentType: 'text/html; charset=utf-8', headers: adDocumentHeaders('self') })
}

const page = async (
  campaign: {
    readonly retailCampaignIdx: number
    readonly retailCampaignName: string
    readonly adUnits: readonly AdUnit[]
  },
  shown: Shown,
  ports: Ports,
): Outcome<never> => {
  const { accountId, creative } = shown
  const link = (adUnitId: number, ending: '' | '.html') =>
    previewUrl(
      ports.secrets,
      { accountId, retailCampaignIdx: campaign.retailCampaignIdx, creativeName: creative.creativeName, adUnitId },
      ports.clock.now(),
      ending,
    )
  const sizes = campaign.adUnits.map(u => ({
    adUnitName: u.adUnitName,
    ...sizeOf(u.dimension),
    url: link(u.adUnitId, ''),
    current: u.adUnitId === shown.adUnit.adUnitId,
  }))
  const html = previewPage({
    campaignName: campaign.retailCampaignName,
    creativeName: creative.creativeName,
    adUnitName: shown.adUnit.adUnitName,
    ...sizeOf(shown.adUnit.dimension),
    documentUrl: link(shown.adUnit.adUnitId, '.html'),
    sizes,
  })
  return rawReply({ raw: html, contentType: 'text/html; charset=utf-8', headers: previewPageHeaders })
}
