import { activation } from './activation.ts'
import { approval } from './approval.ts'
import { assetSources } from './asset-sources.ts'
import { audit } from './audit.ts'
import { classicCampaigns } from './campaigns.ts'
import { cloudServices } from './cloud.ts'
import { creatives } from './creatives.ts'
import { dsp } from './dsp.ts'
import { exports } from './exports.ts'
import { jobs } from './jobs.ts'
import { keys } from './keys.ts'
import { library } from './library.ts'
import { mediaChannels } from './media-channels.ts'
import { mediaPlans } from './media-plans.ts'
import { provisioning } from './provisioning.ts'
import { retailCampaigns } from './retail-campaigns.ts'
import type { Row } from './row.ts'
import { serving } from './serving.ts'
import { templates } from './templates.ts'
import { webhooksOfAccount } from './webhooks.ts'

/** THE TABLE of operations, by area. To find the code of a URL, find its row in the area's file and open the file of that name. */
export const operations: readonly Row[] = [
  ...activation,
  ...approval,
  ...exports,
  ...creatives,
  ...classicCampaigns,
  ...mediaChannels,
  ...mediaPlans,
  ...assetSources,
  ...cloudServices,
  ...dsp,
  ...templates,
  ...provisioning,
  ...retailCampaigns,
  ...library,
  ...keys,
  ...audit,
  ...webhooksOfAccount,
  ...jobs,
  ...serving,
]
