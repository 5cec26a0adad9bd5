import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { about, named } from '../../codec/described.ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { integerOrDigits } from '../../codec/integer-or-digits.ts'
import { listOf } from '../../codec/json.ts'
import { Day, Name, WebUrl } from '../../codec/names.ts'
import { orNull } from '../../codec/or-null.ts'
import { oneOf, text } from '../../codec/text.ts'
import { SourceColumn } from '../asset-sources/row-set.ts'
import { AdUnit } from '../provisioning/aggregates.ts'
import { type Aggregate, rejection } from '../shared/decider.ts'
import { digestOf, sameJson } from '../shared/digest.ts'
import { At, fact } from '../shared/fact.ts'
import { count } from '../shared/wording.ts'

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

export const assetSourceTypes = ['uploadAsset', 'productFeed', 'hybridAsset'] as const

export const RetailCampaign = fields(
  {
    accountId: t.string,
    retailCampaignIdx: integer(1),
    retailCampaignName: Name,
    templateCampaignIdx: integer(1),
    assetSourceType: oneOf(...assetSourceTypes),
    dataServiceId: integer(1),
    adUnits: t.array(AdUnit),
  },
  { ...campaignSettings, externalId: text({ min: 1, max: 255 }), clonedFrom: integer(1) },
)
export type RetailCampaign = t.TypeOf<typeof RetailCampaign>

/** The settings in an update: null clears one (CAMPAIGN-7). */
export const changedSettings = {
  ...campaignSettings,
  adServerId: about(
    orNull(campaignSettings.adServerId),
    'The ad server of the tags, when no media channel names one; null clears it.',
  ),
  clickthroughUrl: about(
    orNull(campaignSettings.clickthroughUrl),
    'Where a click leads, unless the creative has an address of its own; null clears it.',
  ),
  endDate: about(
    orNull(campaignSettings.endDate),
    'The last day of the campaign, YYYY-MM-DD; it ends by itself after this day (UTC). null clears it.',
  ),
} as const
export const CampaignChanges = fields({}, { retailCampaignName: Name, adUnits: t.array(AdUnit), ...changedSettings })
export type CampaignChanges = t.TypeOf<typeof CampaignChanges>

/** A campaign after an update. */
export const withChanges = (before: RetailCampaign, changes: CampaignChanges): RetailCampaign => {
  const { adServerId, clickthroughUrl, endDate, ...others } = { ...before, ...changes }
  return {
    ...others,
    ...(adServerId ? { adServerId } : {}),
    ...(clickthroughUrl ? { clickthroughUrl } : {}),
    ...(endDate ? { endDate } : {}),
  }
}

/** The creatives that a clone had when it was created: how many, the hash over them, and the library paths without a file. */
export const CopiedCreatives = fields({
  creatives: integer(0),
  creativesHash: t.string,
  missingAssets: t.array(t.string),
})
export type CopiedCreatives = t.TypeOf<typeof CopiedCreatives>

/**
 * The campaign was created, with the ad units that its template had at that moment. `copied`: its creatives were copied before, so
 * their events precede this one.
 */
const RetailCampaignCreated = fact(
  'RetailCampaignCreated',
  fields({ campaign: RetailCampaign, contentHash: t.string, at: At }, { copied: CopiedCreatives }),
  ({ campaign: { retailCampaignName, adUnits, clonedFrom } }) => {
    const origin = clonedFrom === undefined ? '' : `, a clone of campaign ${clonedFrom}`
    return `The campaign “${retailCampaignName}” was created with ${count(adUnits.length, 'ad unit')}${origin}.`
  },
)
/** These settings were replaced, or cleared where they are null; the others stay. Includes the ad units if they were refreshed from the template. */
const RetailCampaignUpdated = fact(
  'RetailCampaignUpdated',
  fields({ changes: CampaignChanges, contentHash: t.string, at: At }),
  ({ changes }) => `The campaign’s ${Object.keys(changes).join(', ')} changed.`,
)
const RetailCampaignEvent = t.union([RetailCampaignCreated, RetailCampaignUpdated])
export type RetailCampaignEvent = t.TypeOf<typeof RetailCampaignEvent>

export type RetailCampaignCommand =
  | {
      readonly kind: 'CreateRetailCampaign'
      readonly campaign: RetailCampaign
      readonly copied?: CopiedCreatives
      readonly at: string
    }
  | { readonly kind: 'UpdateRetailCampaign'; readonly changes: CampaignChanges; readonly at: string }

/** The hash of the campaign's own part of its content: ad units and click-through (CAMPAIGN-9). */
export const ownContentHash = (c: Pick<RetailCampaign, 'adUnits' | 'clickthroughUrl'>): string =>
  digestOf({ adUnits: c.adUnits, clickthroughUrl: c.clickthroughUrl ?? null })

const datesFit = (c: { readonly startDate?: string; readonly endDate?: string }) =>
  c.startDate === undefined || c.endDate === undefined || c.startDate <= c.endDate
const datesReversed = rejection('invalid-request', 'endDate is before startDate.', {
  errors: [{ pointer: '/endDate', code: 'before-start', detail: 'must not be before startDate' }],
})

/** A retail campaign's own record; its stream is `retail-campaign-<account>:<retailCampaignIdx>`. */
export const retailCampaign: Aggregate<RetailCampaignCommand, RetailCampaign | undefined, RetailCampaignEvent> = {
  category: 'retail-campaign',
  subject: 'campaign',
  events: RetailCampaignEvent,
  initialState: undefined,
  decide(command, state) {
    if (command.kind === 'CreateRetailCampaign') {
      if (state !== undefined) return E.right([])
      if (!datesFit(command.campaign)) return E.left(datesReversed)
      const { campaign, copied, at } = command
      const data = { campaign, contentHash: ownContentHash(campaign), at, ...(copied ? { copied } : {}) }
      return E.right([{ type: 'RetailCampaignCreated', data }])
    }
    if (state === undefined) return E.left(rejection('not-found', 'The account has no such retail campaign.'))
    const next = withChanges(state, command.changes)
    if (!datesFit(next)) return E.left(datesReversed)
    if (sameJson(next, state)) return E.right([])
    const data = { changes: command.changes, contentHash: ownContentHash(next), at: command.at }
    return E.right([{ type: 'RetailCampaignUpdated', data }])
  },
  evolve(state, event) {
    switch (event.type) {
      case 'RetailCampaignCreated':
        return event.data.campaign
      case 'RetailCampaignUpdated':
        return state && withChanges(state, event.data.changes)
    }
  },
}
