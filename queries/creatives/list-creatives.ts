import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { type CreativeView, creatives } from '../../projections/creatives/creatives.ts'
import type { RetailCampaignView } from '../../projections/retail-campaigns/retail-campaigns.ts'
import { named } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { openObject } from '../../src/codec/json.ts'
import { AccountId } from '../../src/codec/names.ts'
import { campaignId } from '../../src/domain/retail-campaigns/campaign-id.ts'
import { own } from '../../src/domain/shared/own.ts'
import { fairSlots } from '../../src/engine/fair-slots.ts'
import { keptBy } from '../../src/engine/kept-by.ts'
import { query } from '../../src/engine/operation.ts'
import * as TE from '../../src/engine/task-either.ts'
import { pictureUrl } from '../../src/links/picture-url.ts'
import { PreviewUrl, previewUrlsOf } from '../../src/links/preview-urls.ts'
import { type ListQuery, list } from '../../src/list/list.ts'
import { mustUploadAssets, readCampaign } from '../../src/lookups/campaign-from-views.ts'
import type { Ports } from '../../src/ports/ports.ts'

const Item = named(
  'ListedCreative',
  fields({
    creativeName: t.string,
    productImageUrl: t.union([t.string, t.null]),
    previewUrls: t.array(PreviewUrl),
    dspColumns: t.union([openObject(), t.null]),
    assetData: t.union([t.record(t.string, t.string), t.null]),
  }),
)
type Item = t.TypeOf<typeof Item>

/** Pages of signed links that a node makes at a time: one may have 50,000, and many at once would leave others little time. */
const linkedPages = keptBy(() => fairSlots({ inAll: 8, perAccount: 1 }))

const creativesList = list({
  items: 'creatives',
  item: Item,
  filters: { clickthroughUrl: {}, productImageUrl: { made: true } },
  sort: { field: ['creativeName'] },
})

/** GET …/creatives (CREATIVE-2, CREATIVE-1, CREATIVE-7): sorted by name; each with a signed preview link per ad unit. */
export const listCreatives = query({
  summary: 'List the creatives of a campaign with uploaded assets',
  problems: ['wrong-asset-source-type'],
  params: t.type({ accountId: AccountId, retailCampaignIdx: IntegerText }),
  query: creativesList.codec,
  reply: t.intersection([creativesList.reply, t.partial({ ctaText: t.string })]),
  noStore: true,
  run: ({ params: { accountId, retailCampaignIdx }, query: asked, origin }, ports) =>
    pipe(
      readCampaign(ports.readModels, accountId, retailCampaignIdx),
      TE.tapEither(({ record }) => mustUploadAssets(record.campaign)),
      TE.flatMap(campaign => {
        const scope = { field: ['campaignKey'], is: '=', value: campaignId(accountId, retailCampaignIdx) } as const
        const { ctaText } = campaign.record.campaign
        const itemWith = (linked: boolean) => (view: CreativeView) => item(view, campaign, origin, ports, linked)
        const linked = wants(asked, 'previewUrls')
        const page = creativesList.read(creatives, asked, scope, ports, {
          present: itemWith(linked),
          presentCompared: itemWith(false),
          // an empty text is none
          ...(ctaText ? { extra: { ctaText } } : {}),
        })
        return linked ? () => linkedPages(ports).run(accountId, page) : page
      }),
    )(),
})

const wants = ({ select }: ListQuery, field: string): boolean => select === undefined || select.includes(field)

/** `linked`: with signed links, which cost more than all the rest. */
const item = (
  { creative, assetData }: CreativeView,
  { record }: RetailCampaignView,
  origin: string,
  ports: Ports,
  linked: boolean,
): Item => {
  const { productImageColumn } = record.campaign
  const { creativeName, dspColumns } = creative
  const image = productImageColumn === undefined ? undefined : own(assetData, productImageColumn)
  return {
    creativeName,
    productImageUrl: image === undefined ? null : pictureUrl(image, origin),
    previewUrls: linked ? previewUrlsOf(record.campaign, creativeName, origin, ports) : [],
    dspColumns: dspColumns ?? null,
    assetData: Object.keys(assetData).length === 0 ? null : assetData,
  }
}
