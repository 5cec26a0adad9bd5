import type { AnyProjection } from '../src/projection.ts'
import { activationsToDo } from './activations-to-do.ts'
import { apiKeys } from './api-keys.ts'
import { approvalMailsToDo } from './approval-mails-to-do.ts'
import { assets } from './assets.ts'
import { cloudCopiesToDo } from './cloud-copies.ts'
import { cloudServices } from './cloud-services.ts'
import { accounts, adServers, organisations, retailSettingsView, templateCampaigns } from './configured-views.ts'
import { creatives } from './creatives.ts'
import { endingsToDo } from './endings-to-do.ts'
import { exportsView } from './exports.ts'
import { exportsToArchive } from './exports-to-archive.ts'
import { exportsToDo } from './exports-to-do.ts'
import { queues } from './queues.ts'
import { retailCampaigns } from './retail-campaigns.ts'

/** Every read model of this release. */
export const projections: readonly AnyProjection[] = [
  accounts,
  activationsToDo,
  adServers,
  apiKeys,
  approvalMailsToDo,
  assets,
  cloudCopiesToDo,
  cloudServices,
  creatives,
  endingsToDo,
  exportsToArchive,
  exportsToDo,
  exportsView,
  organisations,
  queues,
  retailCampaigns,
  retailSettingsView,
  templateCampaigns,
]
