import { aggregates } from '../src/domain/aggregates.ts'
import type { AnyProjection } from '../src/engine/read/projection.ts'
import { ofKnownEvents } from '../src/engine/write/known-events.ts'
import { activationViews } from './activation/views.ts'
import { approvalViews } from './approval/views.ts'
import { assetSourcesViews } from './asset-sources/views.ts'
import { assetsViews } from './assets/views.ts'
import { auditViews } from './audit/views.ts'
import { campaignsViews } from './campaigns/views.ts'
import { cloudViews } from './cloud/views.ts'
import { creativesViews } from './creatives/views.ts'
import { dspViews } from './dsp/views.ts'
import { exportsViews } from './exports/views.ts'
import { keysViews } from './keys/views.ts'
import { mediaChannelsViews } from './media-channels/views.ts'
import { mediaPlansViews } from './media-plans/views.ts'
import { provisioningViews } from './provisioning/views.ts'
import { queuesViews } from './queues/views.ts'
import { retailCampaignsViews } from './retail-campaigns/views.ts'
import { storageViews } from './storage/views.ts'
import { templatesViews } from './templates/views.ts'
import { webhooksViews } from './webhooks/views.ts'

const ofThisRelease: readonly AnyProjection[] = [
  ...activationViews,
  ...approvalViews,
  ...assetSourcesViews,
  ...assetsViews,
  ...campaignsViews,
  ...cloudViews,
  ...creativesViews,
  ...dspViews,
  ...exportsViews,
  ...keysViews,
  ...mediaChannelsViews,
  ...mediaPlansViews,
  ...provisioningViews,
  ...queuesViews,
  ...retailCampaignsViews,
  ...storageViews,
  ...templatesViews,
  ...webhooksViews,
]

/** All read models of this release. Only the audit index includes events of newer releases; the others skip them. */
export const projections: readonly AnyProjection[] = [...auditViews, ...ofThisRelease.map(ofKnownEvents(aggregates))]
