import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { Activation } from '../activation/state.ts'
import { RetailCampaign } from './retail-campaign.ts'

/** What is known of a retail campaign besides its approval: its record, its content and its activation. */
export const CampaignRecord = fields({
  campaign: RetailCampaign,
  /** Of the campaign's own stream; its ETag (decision 13). */
  revision: t.number,
  campaignHash: t.string,
  creativesHash: t.string,
  creatives: t.number,
  missingAssets: t.array(t.string),
  activation: Activation,
  createdOn: t.string,
  updatedOn: t.string,
})
export type CampaignRecord = t.TypeOf<typeof CampaignRecord>
