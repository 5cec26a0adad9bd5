import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { about, wanting } from '../../codec/described.ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { listOf } from '../../codec/json.ts'
import { Name, WebUrl } from '../../codec/names.ts'
import { orNone } from '../../codec/or-none.ts'
import { text } from '../../codec/text.ts'
import { type Aggregate, rejection } from '../shared/decider.ts'
import { At, fact } from '../shared/fact.ts'
import { DecisionGraph } from './decision-graph.ts'

const SourceId = wanting(
  t.union([text({ min: 1, max: 18 }), integer(1)]),
  'must be the number of an asset source, also as a text',
)

/** Maps an asset of the campaign to a column of an asset source (CLASSIC-2). */
export const AssetMapItem = fields({
  assetId: about(text({ min: 1, max: 255 }), 'The asset of the campaign.'),
  assetSourceId: about(SourceId, 'The asset source with its values.'),
  assetSourceColumn: about(text({ min: 1, max: 255 }), 'The column of the asset source.'),
})
/** Maps an asset source to the signal that selects its rows (CLASSIC-2). */
export const DecisionMapItem = fields({
  assetSourceId: about(SourceId, 'The asset source whose rows are selected.'),
  dataSignalService: about(text({ min: 1, max: 255 }), 'The data signal, by name.'),
  dataSignalProperty: about(text({ min: 1, max: 128 }), 'The property of the data signal, by id.'),
})

/** The request body (CLASSIC-1, CLASSIC-3). */
export const campaignBody = {
  required: {
    campaignName: about(Name, 'The name of the campaign.'),
    assetMap: about(listOf(AssetMapItem, 1_000), 'Where the values of each asset come from.'),
    decisionMap: about(listOf(DecisionMapItem, 1_000), 'The signal that selects the rows of each asset source.'),
    decisionGraph: about(DecisionGraph, 'Which creative masters serve when.'),
  },
  optional: { defaultURL: about(WebUrl, 'Where a click leads by default.') },
} as const

/** The same as a request sends it: null is none, as in the record. */
export const sentCampaignBody = {
  ...campaignBody,
  optional: { defaultURL: orNone(campaignBody.optional.defaultURL) },
} as const

export const Campaign = fields(
  { accountId: t.string, campaignId: integer(1), ...campaignBody.required },
  campaignBody.optional,
)
export type Campaign = t.TypeOf<typeof Campaign>

/** A classic campaign was created, with these mappings and this decision graph. */
const ClassicCampaignCreated = fact(
  'ClassicCampaignCreated',
  fields({ campaign: Campaign, at: At }),
  ({ campaign }) => `The classic campaign “${campaign.campaignName}” was created.`,
)
/** The campaign was deleted and no longer decides anything. */
const ClassicCampaignDeleted = fact(
  'ClassicCampaignDeleted',
  fields({ at: At }),
  () => 'The classic campaign was deleted.',
)
const CampaignEvent = t.union([ClassicCampaignCreated, ClassicCampaignDeleted])
export type CampaignEvent = t.TypeOf<typeof CampaignEvent>

export type CampaignState =
  | { readonly status: 'none' }
  | { readonly status: 'live'; readonly campaign: Campaign }
  | { readonly status: 'deleted' }
export type CampaignCommand =
  | { readonly kind: 'CreateCampaign'; readonly campaign: Campaign; readonly at: string }
  | { readonly kind: 'DeleteCampaign'; readonly at: string }

export const noSuchCampaign = rejection('not-found', 'The account has no such campaign.')

/** A classic campaign; its stream is `classic-campaign-<account>:<campaignId>`. It is created once and deleted once. */
export const classicCampaign: Aggregate<CampaignCommand, CampaignState, CampaignEvent> = {
  category: 'classic-campaign',
  subject: 'account',
  events: CampaignEvent,
  initialState: { status: 'none' },
  decide(command, state) {
    if (command.kind === 'CreateCampaign') {
      const { campaign, at } = command
      return E.right(state.status === 'none' ? [{ type: 'ClassicCampaignCreated', data: { campaign, at } }] : [])
    }
    if (state.status !== 'live') return E.left(noSuchCampaign)
    return E.right([{ type: 'ClassicCampaignDeleted', data: { at: command.at } }])
  },
  evolve: (_, event) =>
    event.type === 'ClassicCampaignCreated' ? { status: 'live', campaign: event.data.campaign } : { status: 'deleted' },
}
