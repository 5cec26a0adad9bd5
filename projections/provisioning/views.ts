import type { AnyProjection } from '../../src/engine/read/projection.ts'
import { accounts } from './accounts.ts'
import { adServers } from './ad-servers.ts'
import { organisations } from './organisations.ts'
import { retailSettingsView } from './retail-settings.ts'
import { templateCampaigns } from './template-campaigns.ts'

export const provisioningViews: readonly AnyProjection[] = [
  accounts,
  adServers,
  organisations,
  retailSettingsView,
  templateCampaigns,
]
