import { TemplateCampaign, templateCampaign } from '../../src/domain/provisioning/aggregates.ts'
import type { Projection } from '../../src/engine/read/projection.ts'
import { type ConfiguredView, configuredView } from './configured-view.ts'

/** Template campaigns by `<accountId>:<templateCampaignIdx>`. */
export const templateCampaigns: Projection<ConfiguredView<TemplateCampaign>> = configuredView(
  'template-campaigns',
  templateCampaign,
  TemplateCampaign,
)
