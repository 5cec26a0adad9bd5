import { about, named } from '../../codec/described.ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { integerOrDigits } from '../../codec/integer-or-digits.ts'
import { listOf } from '../../codec/json.ts'
import { Day, WebUrl } from '../../codec/names.ts'
import { clearable } from '../../codec/or-null.ts'
import { text } from '../../codec/text.ts'
import { SourceColumn } from '../asset-sources/row-set.ts'

/** The placement of an ad unit. */
export const Placement = named(
  'Placement',
  fields({
    adUnitId: about(integer(1), 'The ad unit of the campaign.'),
    siteId: about(integer(0), 'The site of the media plan.'),
    placementId: about(text({ min: 1, max: 64 }), 'The placement of that site.'),
  }),
)

/** The settings of a retail campaign, besides template and asset source type (CAMPAIGN-2). */
export const campaignSettings = {
  mediaChannelIdx: about(
    integer(1),
    'The media channel that the campaign runs on; it decides what an activation makes.',
  ),
  adServerId: about(text({ min: 1, max: 64 }), 'The ad server of the tags, when no media channel names one.'),
  mediaPlanId: about(integer(1), 'The media plan that `placements` name sites and placements of.'),
  placements: about(listOf(Placement, 500), 'The placement of each ad unit; its trackers go into the tags.'),
  clickthroughUrl: about(WebUrl, 'Where a click leads, unless the creative has an address of its own.'),
  startDate: about(Day, 'The first day of the campaign, YYYY-MM-DD.'),
  endDate: about(Day, 'The last day of the campaign, YYYY-MM-DD; it ends by itself after this day (UTC).'),
  trackerTypes: about(
    listOf(text({ min: 1, max: 64 }), 50),
    'Tracker types of the campaign, which getTrackerTypes lists; an activation names those that its tags carry.',
  ),
  ctaText: about(text({ max: 255 }), 'The call to action, which listCreatives answers beside the creatives.'),
  productImageColumn: about(SourceColumn, 'The column with the picture of a product.'),
  brandColumn: about(SourceColumn, 'The column with the brand of a product, for look-ups.'),
  rotationWeightColumn: about(
    SourceColumn,
    'The column with the weight of a creative: how often it is shown beside the others.',
  ),
  productAssetSourceId: about(
    integer(1),
    'The asset source with the products; required for productFeed and hybridAsset.',
  ),
  productNameColumn: about(SourceColumn, 'The column with the name of a product, for look-ups.'),
  categoryColumn: about(SourceColumn, 'The column with the category of a product, for look-ups.'),
} as const

/** A setting as requests send it: operations that make an asset source answer its id as text. */
export const sentProducts = {
  productAssetSourceId: about(
    integerOrDigits,
    'The asset source with the products, as a number or a text; required for productFeed and hybridAsset.',
  ),
} as const

/** The settings in an update: null clears one (CAMPAIGN-7). */
export const changedSettings = {
  ...campaignSettings,
  mediaChannelIdx: clearable(campaignSettings.mediaChannelIdx),
  adServerId: clearable(campaignSettings.adServerId),
  mediaPlanId: clearable(campaignSettings.mediaPlanId),
  clickthroughUrl: clearable(campaignSettings.clickthroughUrl),
  startDate: clearable(campaignSettings.startDate),
  endDate: clearable(campaignSettings.endDate),
  productImageColumn: clearable(campaignSettings.productImageColumn),
  brandColumn: clearable(campaignSettings.brandColumn),
  rotationWeightColumn: clearable(campaignSettings.rotationWeightColumn),
  productNameColumn: clearable(campaignSettings.productNameColumn),
  categoryColumn: clearable(campaignSettings.categoryColumn),
} as const
