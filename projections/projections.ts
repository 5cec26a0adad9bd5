import { ofKnownEvents } from '../src/known-events.ts'
import type { AnyProjection } from '../src/projection.ts'
import { accountEvents } from './account-events.ts'
import { accounts } from './accounts.ts'
import { activationsToDo } from './activations-to-do.ts'
import { adServers } from './ad-servers.ts'
import { apiKeys } from './api-keys.ts'
import { approvalMailsToDo } from './approval-mails-to-do.ts'
import { assets } from './assets.ts'
import { channelUses } from './channel-uses.ts'
import { classicCampaigns } from './classic-campaigns.ts'
import { cloudCopiesToDo } from './cloud-copies-to-do.ts'
import { cloudServices } from './cloud-services.ts'
import { creatives } from './creatives.ts'
import { dataSignalsView } from './data-signals.ts'
import { endingsToDo } from './endings-to-do.ts'
import { exportsView } from './exports.ts'
import { exportsToArchive } from './exports-to-archive.ts'
import { exportsToDo } from './exports-to-do.ts'
import { mediaChannels } from './media-channels.ts'
import { mediaPlans } from './media-plans.ts'
import { organisations } from './organisations.ts'
import { queues } from './queues.ts'
import { retailCampaigns } from './retail-campaigns.ts'
import { retailSettingsView } from './retail-settings.ts'
import { templateCampaigns } from './template-campaigns.ts'

const ofThisRelease: readonly AnyProjection[] = [
  accounts,
  activationsToDo,
  adServers,
  apiKeys,
  approvalMailsToDo,
  assets,
  classicCampaigns,
  channelUses,
  cloudCopiesToDo,
  cloudServices,
  creatives,
  dataSignalsView,
  endingsToDo,
  exportsToArchive,
  exportsToDo,
  exportsView,
  mediaChannels,
  mediaPlans,
  organisations,
  queues,
  retailCampaigns,
  retailSettingsView,
  templateCampaigns,
]

/** Every read model of this release. Auditors see what newer releases wrote, too; the others pass over it. */
export const projections: readonly AnyProjection[] = [accountEvents, ...ofThisRelease.map(ofKnownEvents)]
