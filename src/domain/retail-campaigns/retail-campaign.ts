import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { Name } from '../../codec/names.ts'
import { oneOf, text } from '../../codec/text.ts'
import { AdUnit } from '../provisioning/aggregates.ts'
import { type Aggregate, rejection } from '../shared/decider.ts'
import { digestOf, sameJson } from '../shared/digest.ts'
import { At, fact } from '../shared/fact.ts'
import { count } from '../shared/wording.ts'
import { campaignSettings, changedSettings } from './settings.ts'

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

/** What an update changes (CAMPAIGN-7). */
export const CampaignChanges = fields({}, { retailCampaignName: Name, adUnits: t.array(AdUnit), ...changedSettings })
export type CampaignChanges = t.TypeOf<typeof CampaignChanges>

/** A campaign after an update. */
export const withChanges = (before: RetailCampaign, changes: CampaignChanges): RetailCampaign => {
  const kept = Object.entries({ ...before, ...changes }).filter(([, value]) => value !== null)
  return Object.fromEntries(kept) as RetailCampaign
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
