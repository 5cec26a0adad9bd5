import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { Activation } from '../activation/state.ts'
import { RetailCampaign } from './retail-campaign.ts'

/** The state of a retail campaign except its approval: its record, content and activation. */
export const CampaignRecord = fields({
  campaign: RetailCampaign,
  /** The revision of the campaign's own stream; its ETag (HTTP-23). */
  revision: t.number,
  campaignHash: t.string,
  creativesHash: t.string,
  creatives: t.number,
  /** How many library paths without a file its creatives have named. */
  missingFiles: t.number,
  activation: Activation,
  createdOn: t.string,
  updatedOn: t.string,
})
export type CampaignRecord = t.TypeOf<typeof CampaignRecord>
