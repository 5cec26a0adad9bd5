import { activation } from '../../../src/domain/activation/activation.ts'
import { approval } from '../../../src/domain/approval/approval.ts'
import { assetSource } from '../../../src/domain/asset-sources/asset-source.ts'
import { droppedRows } from '../../../src/domain/asset-sources/dropped-rows.ts'
import { feed } from '../../../src/domain/asset-sources/feed.ts'
import { feedRun } from '../../../src/domain/asset-sources/feed-run.ts'
import { assetSourceLabels } from '../../../src/domain/asset-sources/labels.ts'
import { motion } from '../../../src/domain/asset-sources/motion.ts'
import { motionName } from '../../../src/domain/asset-sources/motion-name.ts'
import { motionRun } from '../../../src/domain/asset-sources/motion-run.ts'
import { recommendation } from '../../../src/domain/asset-sources/recommendation.ts'
import { sourceViews } from '../../../src/domain/asset-sources/source-views.ts'
import { asset } from '../../../src/domain/assets/asset.ts'
import { classicCampaign } from '../../../src/domain/campaigns/campaign.ts'
import { dataSignals } from '../../../src/domain/campaigns/data-signal.ts'
import { cloudCopy } from '../../../src/domain/cloud/copy.ts'
import { cloudService } from '../../../src/domain/cloud/service.ts'
import { creatives } from '../../../src/domain/creatives/creatives.ts'
import { dspConfigurations } from '../../../src/domain/dsp/configurations.ts'
import { dspExport } from '../../../src/domain/dsp/export.ts'
import { dspGrant } from '../../../src/domain/dsp/grant.ts'
import { strangerAnswers } from '../../../src/domain/dsp/stranger-answers.ts'
import { erasures } from '../../../src/domain/erasures/erasures.ts'
import { exportOf } from '../../../src/domain/exports/export.ts'
import { idempotency } from '../../../src/domain/idempotency/idempotency.ts'
import { apiKey } from '../../../src/domain/keys/key.ts'
import { serviceKey } from '../../../src/domain/keys/service-key.ts'
import { mediaChannel } from '../../../src/domain/media-channels/media-channel.ts'
import { mediaPlan } from '../../../src/domain/media-plans/media-plan.ts'
import {
  account,
  adServer,
  organisation,
  retailSettings,
  templateCampaign,
} from '../../../src/domain/provisioning/aggregates.ts'
import { externalId } from '../../../src/domain/retail-campaigns/external-id.ts'
import { retailCampaign } from '../../../src/domain/retail-campaigns/retail-campaign.ts'
import { type Aggregate, type DomainEvent, streamOf } from '../../../src/domain/shared/decider.ts'
import { templateConversation } from '../../../src/domain/templates/conversation.ts'
import { templateWorkflow } from '../../../src/domain/templates/workflow/workflow.ts'
import { webhooks } from '../../../src/domain/webhooks/webhooks.ts'
import type { Recorded } from '../../../src/ports/event-log.ts'
import { recorded } from '../given/decider.ts'
import * as ofActivation from './activation.ts'
import * as ofApproval from './approval.ts'
import * as ofSources from './asset-sources.ts'
import { assetStored } from './assets.ts'
import {
  campaignCreated,
  campaignUpdated,
  creative,
  creativeDeleted,
  creativeSaved,
  externalIdTaken,
} from './campaign.ts'
import { classicCampaignCreated, classicCampaignDeleted, dataSignalsConfigured } from './classic-campaigns.ts'
import * as ofCloud from './cloud.ts'
import * as ofDsp from './dsp.ts'
import * as ofDspExports from './dsp-exports.ts'
import { personErased } from './erasures.ts'
import * as ofExports from './exports.ts'
import { commandAccepted, commandAnswered } from './idempotency.ts'
import { keyIssued, keyRevoked, serviceKeyAdded, serviceKeyChosen, serviceKeyRemoved } from './keys.ts'
import { channelCreated, channelDeleted, channelUpdated } from './media-channels.ts'
import { mediaPlanSaved, trackersUpdated } from './media-plans.ts'
import * as ofProvisioning from './provisioning.ts'
import * as ofTemplates from './templates.ts'
import * as ofWebhooks from './webhooks.ts'

const inStream = <C, S, Ev extends DomainEvent>(
  aggregate: Aggregate<C, S, Ev>,
  id: string,
  ...events: readonly Ev[]
): readonly Recorded[] => events.map((event, revision) => recorded(streamOf(aggregate, id), event, revision))

/** One example of every event of this release, in a stream of its aggregate. */
export const everyEvent: readonly Recorded[] = [
  ...inStream(account, 'acme', ofProvisioning.accountConfigured()),
  ...inStream(
    activation,
    'acme:12',
    ofActivation.activationRequested(),
    ofActivation.activationProgressed(),
    ofActivation.activationAttemptFailed(),
    ofActivation.activationCompleted(),
    ofActivation.activationPushRequested(),
    ofActivation.activationPublished(),
    ofActivation.activationReviewed(),
    ofActivation.activationFailed(),
    ofActivation.activationRetried,
    ofActivation.campaignEnded(),
  ),
  ...inStream(adServer, 'org1:dsp1', ofProvisioning.adServerConfigured()),
  ...inStream(apiKey, 'abcdefgh', keyIssued(), keyRevoked),
  ...inStream(serviceKey, 'pepper', serviceKeyAdded, serviceKeyChosen, serviceKeyRemoved),
  ...inStream(
    approval,
    'acme:12',
    ofApproval.requested(),
    ofApproval.mailStarted,
    ofApproval.mailSent(ofApproval.ann),
    ofApproval.mailBounced(ofApproval.bob),
    ofApproval.mailsDeferred('2026-05-01T10:00:05.000Z', ofApproval.day, 'ann', 'bob'),
    ofApproval.mailsGivenUp('2026-05-04T10:00:00.000Z', 'ann'),
    ofApproval.requestRepeated('ann'),
    ofApproval.mailAttemptFailed,
    ofApproval.mailFinished,
    ofApproval.decisionRecorded(ofApproval.ann),
    ofApproval.decided('Approved'),
    ofApproval.requesterMailDeferred('2026-05-01T11:00:05.000Z'),
    ofApproval.requesterNotified(),
  ),
  ...inStream(asset, 'acme:brand/logo.png', assetStored()),
  ...inStream(erasures, 'acme', personErased()),
  ...inStream(
    assetSource,
    'acme:12',
    ofSources.assetSourceCreated,
    ofSources.assetSourceLoaded(),
    ofSources.assetSourceChanged,
    ofSources.remoteConfigured(),
    ofSources.assetSourceRolledBack,
  ),
  ...inStream(
    feed,
    'acme:12',
    ofSources.feedConfigured(),
    ofSources.feedChanged(ofSources.feedSettings),
    ofSources.feedUnderstood({ characterEncoding: 'UTF_8', csvSeparator: 'semicolon', firstRowIsHeader: true }),
    ofSources.feedRunRequested(),
  ),
  ...inStream(
    feedRun,
    'acme:feed-12-1',
    ofSources.feedRunProgressed,
    ofSources.feedRunAttemptFailed(),
    ofSources.feedRunCompleted(),
    ofSources.feedRunFailed,
    ofSources.feedRunRetried,
  ),
  ...inStream(
    recommendation,
    'acme:13',
    ofSources.recommendationConfigured,
    ofSources.recommendationChanged(),
    ofSources.recommendationRunRequested(),
  ),
  ...inStream(sourceViews, 'acme:12', ofSources.viewsUploaded(), ofSources.viewsDropped()),
  ...inStream(droppedRows, 'acme:12', ofSources.sourceRowsDropped()),
  ...inStream(assetSourceLabels, 'acme:12', ofSources.assetSourceLabelled(), ofSources.assetSourceUnlabelled),
  ...inStream(
    motion,
    'acme:14',
    ofSources.motionAssetsConfigured(),
    ofSources.motionAssetsChanged(ofSources.motionSettings),
    ofSources.motionRunRequested(),
  ),
  ...inStream(motionName, 'acme:digest', ofSources.motionNameTaken),
  ...inStream(
    motionRun,
    'acme:motion-14-1',
    ofSources.motionRunProgressed,
    ofSources.motionRunAttemptFailed(),
    ofSources.motionRunCompleted,
    ofSources.motionRunFailed,
    ofSources.motionRunRetried,
  ),
  ...inStream(classicCampaign, 'acme:5', classicCampaignCreated, classicCampaignDeleted),
  ...inStream(
    cloudCopy,
    'acme:cloud-copy-7-1',
    ofCloud.cloudCopyProgressed(1, 3),
    ofCloud.cloudCopyAttemptFailed(1),
    ofCloud.cloudCopyCompleted,
    ofCloud.cloudCopyFailed,
    ofCloud.cloudCopyRetried,
    ofCloud.cloudCopyCancelled,
  ),
  ...inStream(
    cloudService,
    'acme:7',
    ofCloud.cloudServiceConfigured,
    ofCloud.cloudServiceRenamed,
    ofCloud.cloudServiceRekeyed,
    ofCloud.cloudCopyRequested(),
    ofCloud.cloudServiceRemoved,
  ),
  ...inStream(creatives, 'acme:12', creativeSaved(creative('pot')), creativeDeleted('pot')),
  ...inStream(dataSignals, 'acme', dataSignalsConfigured),
  ...inStream(
    dspConfigurations,
    'acme',
    ofDsp.dspConfigurationCreated(),
    ofDsp.dspConfigurationRepaired(),
    ofDsp.dspConfigurationDeleted(),
  ),
  ...inStream(
    dspGrant,
    'acme:1001',
    ofDsp.dspConsentAsked(),
    ofDsp.dspConsentAnswered(),
    ofDsp.dspConsentRefused(),
    ofDsp.dspAuthorised(),
    ofDsp.dspTokenReplaced(),
    ofDsp.dspAuthorisationLost,
  ),
  ...inStream(strangerAnswers, '2026-05-01', ofDsp.dspStrangerRefused()),
  ...inStream(
    dspExport,
    'acme:12',
    ofDspExports.dspExportStarted(),
    ofDspExports.dspAttemptStarted(),
    ofDspExports.dspAttemptFailed(),
    ofDspExports.dspTagExported(),
    ofDspExports.dspTagFailed(),
    ofDspExports.dspTagArchived(),
    ofDspExports.dspTagNotArchived(),
    ofDspExports.dspExportCompleted(),
    ofDspExports.dspExportFailed(),
    ofDspExports.dspExportRetried,
    ofDspExports.dspExportCancelled(),
    ofDspExports.dspCancellationCompleted(),
    ofDspExports.dspReviewAsked(),
    ofDspExports.dspCreativeReviewed(),
    ofDspExports.dspTagMissing(),
    ofDspExports.dspTwinArchived(),
  ),
  ...inStream(
    exportOf,
    ofExports.exportOfTwelve,
    ofExports.exportInitiated(),
    ofExports.exportProgressed(),
    ofExports.exportAttemptFailed(),
    ofExports.exportCompleted(),
    ofExports.exportFailed(),
    ofExports.exportRetried,
    ofExports.exportMadeAvailable(),
    ofExports.exportArchived(),
    ofExports.exportFileDropped(),
  ),
  ...inStream(externalId, 'acme:hash', externalIdTaken),
  ...inStream(idempotency, 'hash', commandAccepted, commandAnswered),
  ...inStream(mediaChannel, 'org1:1', channelCreated(), channelUpdated({ status: 'Disabled' }), channelDeleted),
  ...inStream(mediaPlan, 'acme:9', mediaPlanSaved, trackersUpdated),
  ...inStream(organisation, 'org1', ofProvisioning.organisationConfigured()),
  ...inStream(retailCampaign, 'acme:12', campaignCreated(), campaignUpdated({ ctaText: 'Buy now' })),
  ...inStream(retailSettings, 'acme', ofProvisioning.retailSettingsConfigured()),
  ...inStream(templateCampaign, 'acme:1', ofProvisioning.templateCampaignConfigured()),
  ...inStream(
    templateWorkflow,
    'acme:spring',
    ofTemplates.workflowInitiated(),
    ofTemplates.stageStarted('read-brand'),
    ofTemplates.brandRead({ designSizes: [{ width: 300, height: 600 }] }),
    ofTemplates.templateComposed(300, 250),
    ofTemplates.templateNotComposed(728, 90),
    ofTemplates.stageEnded('compose'),
    ofTemplates.workflowAttemptFailed,
    ofTemplates.workflowCompleted,
    ofTemplates.workflowFailed,
    ofTemplates.workflowRetried,
    ofTemplates.workflowTerminated,
    ofTemplates.workflowSourcesDeleted(['p'.repeat(64)]),
  ),
  ...inStream(
    templateConversation,
    'acme:spring-300x250',
    ofTemplates.conversationOpened(),
    ofTemplates.versionCreated(),
    ofTemplates.regenerationRequested(),
    ofTemplates.regenerationStarted(),
    ofTemplates.regenerationAttemptFailed(),
    ofTemplates.regenerationFailed(),
    ofTemplates.regenerationRetried,
    ofTemplates.versionReverted(),
    ofTemplates.versionLiked(),
    ofTemplates.versionDisliked(),
  ),
  ...inStream(
    webhooks,
    'acme',
    ofWebhooks.webhookCreated(),
    ofWebhooks.webhookDelivered,
    ofWebhooks.webhookDeliveryFailed(1, '2026-05-01T10:00:05.000Z'),
    ofWebhooks.webhookStopped,
    ofWebhooks.webhookReplayed('10'),
    ofWebhooks.webhookChanged({ types: ['ApprovalDecided'], isPaused: true }),
    ofWebhooks.webhookKeyRotated,
    ofWebhooks.webhookDeleted,
  ),
]
