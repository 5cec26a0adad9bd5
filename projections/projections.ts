import { aggregates } from '../src/domain/aggregates.ts'
import type { AnyProjection } from '../src/engine/read/projection.ts'
import { ofKnownEvents } from '../src/engine/write/known-events.ts'
import { activationsToDo } from './activation/activations-to-do.ts'
import { endingsToDo } from './activation/endings-to-do.ts'
import { approvalMailsToDo } from './approval/approval-mails-to-do.ts'
import { assets } from './assets/assets.ts'
import { accountEvents } from './audit/account-events.ts'
import { classicCampaigns } from './campaigns/classic-campaigns.ts'
import { dataSignalsView } from './campaigns/data-signals.ts'
import { cloudCopiesToDo } from './cloud/cloud-copies-to-do.ts'
import { cloudServices } from './cloud/cloud-services.ts'
import { creatives } from './creatives/creatives.ts'
import { exportsView } from './exports/exports.ts'
import { exportsToArchive } from './exports/exports-to-archive.ts'
import { exportsToDo } from './exports/exports-to-do.ts'
import { apiKeys } from './keys/api-keys.ts'
import { channelUses } from './media-channels/channel-uses.ts'
import { mediaChannels } from './media-channels/media-channels.ts'
import { mediaPlans } from './media-plans/media-plans.ts'
import { accounts } from './provisioning/accounts.ts'
import { adServers } from './provisioning/ad-servers.ts'
import { organisations } from './provisioning/organisations.ts'
import { retailSettingsView } from './provisioning/retail-settings.ts'
import { templateCampaigns } from './provisioning/template-campaigns.ts'
import { queues } from './queues/queues.ts'
import { retailCampaigns } from './retail-campaigns/retail-campaigns.ts'

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
export const projections: readonly AnyProjection[] = [accountEvents, ...ofThisRelease.map(ofKnownEvents(aggregates))]
