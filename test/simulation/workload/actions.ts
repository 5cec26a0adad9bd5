import { exampleCampaign, exampleSignal } from '../../../src/domain/campaigns/example.ts'
import { examplePlan } from '../../../src/domain/media-plans/plan.ts'
import { cloudFiles } from '../cloud.ts'
import type { Random } from '../random.ts'
import type { Action, Make } from './action.ts'
import { laterActions } from './later-actions.ts'
import { campaignPath, post, put, some } from './requests.ts'

const always = (type: string) => ({ type, always: true })
const sometimes = (type: string) => ({ type, always: false })
/** A POST to one of the known campaigns. */
const onCampaign =
  (
    operationId: string,
    end: string,
    body: (marker: string, random: Random) => unknown,
    appends?: Action['appends'],
  ): Make =>
  (known, marker, random) => {
    const idx = some(known.campaigns, random)
    if (idx === undefined) return undefined
    const request = post(campaignPath(known, idx, end), body(marker, random))
    return { operationId, request, ...(appends ? { appends } : {}) }
  }

const issueApiKey: Make = ({ account }, owner) => ({
  operationId: 'issueApiKey',
  request: post(`/v2/accounts/${account}/api-keys`, { owner, permissions: ['Campaigns_View'] }),
  appends: always('ApiKeyIssued'),
})

const revokeApiKey: Make = ({ account, keys }, _, random) => {
  const keyId = some(keys, random)
  if (keyId === undefined) return undefined
  return {
    operationId: 'revokeApiKey',
    request: { method: 'DELETE', path: `/v2/accounts/${account}/api-keys/${keyId}` },
  }
}

const updateCreative: Make = (known, marker, random) => {
  const idx = some(known.campaigns, random)
  if (idx === undefined) return undefined
  return {
    operationId: 'updateCreative',
    request: post(campaignPath(known, idx, '/creative'), {
      creativeName: random.pick(['first', 'second']),
      dynamicAssets: [{ columnName: 'headline', columnValue: marker }],
    }),
    // clones copy creatives into streams of their own
    appends: { ...always('CreativeSaved'), stream: `creatives-${known.account}:${idx}` },
  }
}

const createRetailCampaign: Make = ({ account }, marker, random) => ({
  operationId: 'createRetailCampaign',
  request: post(`/v2/accounts/${account}/retail-campaigns`, {
    retailCampaignName: marker,
    templateCampaignIdx: 1,
    assetSourceType: 'uploadAsset',
    ...(random.chance(0.5) ? { externalId: marker } : {}),
  }),
  appends: always('RetailCampaignCreated'),
})

const cloneRetailCampaign = onCampaign(
  'cloneRetailCampaign',
  '/clone',
  (marker, random) => ({ retailCampaignName: marker, ...(random.chance(0.5) ? { externalId: marker } : {}) }),
  always('RetailCampaignCreated'),
)

const updateRetailCampaign: Make = (known, marker, random) => {
  const idx = some(known.campaigns, random)
  if (idx === undefined) return undefined
  return {
    operationId: 'updateRetailCampaign',
    ...put(known, random, campaignPath(known, idx), { retailCampaignName: marker }),
    appends: always('RetailCampaignUpdated'),
  }
}

const putDataSignals: Make = (known, marker, random) => ({
  operationId: 'putDataSignals',
  ...put(known, random, `/v2/accounts/${known.account}/data-signals`, {
    dataSignals: [exampleSignal, { dataSignalId: 2, dataSignalName: marker, dataSignalProperties: [] }],
  }),
  appends: always('DataSignalsConfigured'),
})

const putMediaPlan: Make = (known, marker, random) => ({
  operationId: 'putMediaPlan',
  ...put(known, random, `/v2/accounts/${known.account}/media-plans/1`, { ...examplePlan, mediaPlanName: marker }),
  appends: always('MediaPlanSaved'),
})

const updateTrackers: Make = ({ account }, marker) => ({
  operationId: 'updateTrackers',
  request: {
    method: 'PUT',
    path: `/v2/accounts/${account}/media-plans/1/trackers/1`,
    body: {
      mediaPlanDetails: [
        {
          siteName: 'The Potting Shed',
          placementName: 'Article, beside the text',
          primaryClickTracker: `https://count.example.com/${marker}?to={redirect}`,
        },
      ],
    },
  },
  appends: always('TrackersUpdated'),
})

const configuration = (marker: string) => ({ additionalConfiguration: { seat: marker, apiKey: marker } })

const createMediaChannel: Make = ({ org }, marker) => ({
  operationId: 'createMediaChannel',
  request: post(`/v2/org/${org}/retail-media-channels`, {
    name: marker,
    adServerId: 'dsp',
    type: 'Off-site',
    activationConfiguration: { tagGeneration: true, creativeGeneration: false },
    ...configuration(marker),
  }),
  appends: always('MediaChannelCreated'),
})

const updateMediaChannel: Make = (known, marker, random) => {
  const idx = some(known.channels, random)
  if (idx === undefined) return undefined
  return {
    operationId: 'updateMediaChannel',
    ...put(known, random, `/v2/org/${known.org}/retail-media-channels/${idx}`, configuration(marker)),
    appends: always('MediaChannelUpdated'),
  }
}

const createCampaign: Make = ({ account }, campaignName) => ({
  operationId: 'createCampaign',
  request: post(`/v2/accounts/${account}/campaigns`, { ...exampleCampaign, campaignName }),
  appends: always('ClassicCampaignCreated'),
})

const deleteCampaign: Make = ({ account, classic }, _, random) => {
  const id = some(classic, random)
  if (id === undefined) return undefined
  return {
    operationId: 'deleteCampaign',
    request: { method: 'DELETE', path: `/v2/accounts/${account}/campaigns/${id}` },
  }
}

const submitApprovalRequest = onCampaign(
  'submitApprovalRequest',
  '/approvalRequest',
  userName => ({ userName, userEmail: 'rob@example.com' }),
  sometimes('ApprovalRequested'),
)

const recordApprovalDecision: Make = ({ links }, comment, random) => {
  const path = links.shift()
  if (path === undefined) return undefined
  const form = { decision: random.pick(['Approved', 'Approved', 'Rejected']), comment }
  return {
    operationId: 'recordApprovalDecision',
    request: { method: 'POST', path, form },
    appends: sometimes('ApprovalDecisionRecorded'),
  }
}

const activateRetailCampaign = onCampaign('activateRetailCampaign', '/activate', (_, random) =>
  random.chance(0.5) ? { assetGenerationType: 'png' } : {},
)
const endRetailCampaign = onCampaign('endRetailCampaign', '/end', () => ({}))
const exportAssets = onCampaign('exportAssets', '/exportAssets', (_, random) => ({
  assetExportType: random.pick(['png', 'jpg']),
  resolution: random.pick([1, 2]),
}))

const createCloudService: Make = ({ account }, name) => ({
  operationId: 'createCloudService',
  request: post(`/accounts/${account}/cloud`, {
    name,
    serviceType: 'AmazonS3',
    rootDir: 'bucket/studio',
    accessKey: 'access',
    secreteKey: 'secret',
  }),
  appends: always('CloudServiceConfigured'),
})

const copyCloudFiles: Make = ({ account, clouds }, _, random) => {
  const id = some(clouds, random)
  if (id === undefined) return undefined
  const wanted = random.chance(0.5) ? { folders: ['spring'] } : { files: [random.pick(cloudFiles)] }
  return { operationId: 'copyCloudFiles', request: post(`/accounts/${account}/cloud/${id}/copy`, wanted) }
}

/** The actions of clients, each with how often it is drawn. */
export const actions: readonly (readonly [weight: number, make: Make])[] = [
  [5, issueApiKey],
  [1, revokeApiKey],
  [9, updateCreative],
  [2, createRetailCampaign],
  [2, cloneRetailCampaign],
  [2, updateRetailCampaign],
  [2, putDataSignals],
  [2, putMediaPlan],
  [1, updateTrackers],
  [2, createMediaChannel],
  [2, updateMediaChannel],
  [2, createCampaign],
  [1, deleteCampaign],
  [2, submitApprovalRequest],
  [4, recordApprovalDecision],
  [4, activateRetailCampaign],
  [1, endRetailCampaign],
  [5, exportAssets],
  [2, createCloudService],
  [2, copyCloudFiles],
  ...laterActions,
]
