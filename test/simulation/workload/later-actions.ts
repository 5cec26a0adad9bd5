import { exportFormats } from '../../../src/domain/exports/events.ts'
import type { Make } from './action.ts'
import { campaignPath, post, put, some } from './requests.ts'

/** What clients do to what exists: they change and delete it, and operators change jobs. */

const deleteCreative: Make = (known, _, random) => {
  const idx = some(known.campaigns, random)
  if (idx === undefined) return undefined
  const path = campaignPath(known, idx, `/creative/${random.pick(['first', 'second'])}`)
  return { operationId: 'deleteCreative', request: { method: 'DELETE', path } }
}

const deleteMediaChannel: Make = ({ org, channels }, _, random) => {
  const idx = some(channels, random)
  if (idx === undefined) return undefined
  const path = `/v2/org/${org}/retail-media-channels/${idx}`
  return { operationId: 'deleteMediaChannel', request: { method: 'DELETE', path } }
}

/** The last day of a campaign, mostly over, so that it ends by itself. */
const scheduleCampaign: Make = (known, _, random) => {
  const idx = some(known.campaigns, random)
  if (idx === undefined) return undefined
  const endDate = random.pick(['2026-02-01', '2026-02-01', '2027-02-01', null])
  return { operationId: 'updateRetailCampaign', ...put(known, random, campaignPath(known, idx), { endDate }) }
}

const putRetailSettings: Make = ({ account }, userName, random) => ({
  operationId: 'putRetailSettings',
  request: {
    method: 'PUT',
    path: `/v2/accounts/${account}/retail-settings`,
    body: {
      approvers: ['ann@example.com', 'bob@example.com']
        .filter(() => random.chance(0.7))
        .map(userEmail => ({ userEmail, userName })),
      allApproversRequired: random.chance(0.5),
    },
  },
})

const putTemplateCampaign: Make = (known, templateCampaignName, random) => ({
  operationId: 'putTemplateCampaign',
  ...put(known, random, `/v2/accounts/${known.account}/template-campaigns/1`, {
    templateCampaignName,
    adUnits: [
      { adUnitId: 1, adUnitName: 'Unit 1', dimension: '60x40', html: random.pick(['<p>{{headline}}', '{{headline}}']) },
    ],
  }),
  appends: { type: 'TemplateCampaignConfigured', always: true },
})

const updateCloudService: Make = ({ account, clouds }, name, random) => {
  const id = some(clouds, random)
  if (id === undefined) return undefined
  const keys = random.chance(0.5) ? { accessKey: 'newer', secreteKey: 'secret' } : {}
  return {
    operationId: 'updateCloudService',
    request: { method: 'PUT', path: `/accounts/${account}/cloud/${id}`, body: { name, ...keys } },
    appends: { type: 'CloudServiceRenamed', always: true },
  }
}

const deleteCloudService: Make = ({ account, clouds }, _, random) => {
  const id = some(clouds, random)
  if (id === undefined) return undefined
  return { operationId: 'deleteCloudService', request: { method: 'DELETE', path: `/accounts/${account}/cloud/${id}` } }
}

const cancelCloudCopy: Make = ({ account, clouds, copies }, _, random) => {
  const queueId = some(copies, random)
  const id = clouds.find(cloud => queueId?.startsWith(`cloud-copy-${cloud}-`))
  if (queueId === undefined || id === undefined) return undefined
  return { operationId: 'cancelCloudCopy', request: post(`/accounts/${account}/cloud/${id}/copy/${queueId}/cancel`) }
}

/** What an operator says about a job that may exist. */
const changeJob =
  (change: 'retry' | 'skip' | 'cancel'): Make =>
  ({ account, campaigns, copies }, marker, random) => {
    const idx = some(campaigns, random)
    const copy = some(copies, random)
    const format = random.pick(exportFormats.slice(0, 2))
    const jobs = [
      `activation/${account}:${idx}`,
      `exports/${account}:${idx}:production:${format}:${random.pick([1, 2])}`,
      ...(copy === undefined ? [] : [`cloud-copies/${account}:${copy}`]),
    ]
    const path = `/v2/accounts/${account}/jobs/${random.pick(jobs)}/${change}`
    return { operationId: `${change}Job`, request: post(path, { reason: marker }) }
  }

/** The actions, each with how often it is drawn. */
export const laterActions: readonly (readonly [weight: number, make: Make])[] = [
  [2, deleteCreative],
  [1, deleteMediaChannel],
  [1, scheduleCampaign],
  [1, putRetailSettings],
  [1, putTemplateCampaign],
  [2, updateCloudService],
  [1, deleteCloudService],
  [1, cancelCloudCopy],
  [1, changeJob('retry')],
  [1, changeJob('skip')],
  [1, changeJob('cancel')],
]
