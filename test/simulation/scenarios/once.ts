import type { Action } from '../workload/action.ts'
import { pause } from '../workload/client.ts'
import type { Scenario } from './play.ts'

const issueApiKey = (owner: string): Action => ({
  operationId: 'issueApiKey',
  request: { method: 'POST', path: '/v2/accounts/acme/api-keys', body: { owner, permissions: ['Campaigns_View'] } },
  appends: { type: 'ApiKeyIssued', always: true },
})

const saveCreative = (columnValue: string, creativeName = 'first'): Action => ({
  operationId: 'updateCreative',
  request: {
    method: 'POST',
    path: '/v2/accounts/acme/retail-campaigns/1/creative',
    body: { creativeName, dynamicAssets: [{ columnName: 'headline', columnValue }] },
  },
  appends: { type: 'CreativeSaved', always: true, stream: 'creatives-acme:1' },
})

const createCloudService = (name: string): Action => ({
  operationId: 'createCloudService',
  request: {
    method: 'POST',
    path: '/accounts/acme/cloud',
    body: { name, serviceType: 'AmazonS3', rootDir: 'bucket/studio', accessKey: 'access', secreteKey: 'secret' },
  },
  appends: { type: 'CloudServiceConfigured', always: true },
})

const cloneRetailCampaign = (name: string): Action => ({
  operationId: 'cloneRetailCampaign',
  request: {
    method: 'POST',
    path: '/v2/accounts/acme/retail-campaigns/1/clone',
    body: { retailCampaignName: name, externalId: name },
  },
  appends: { type: 'RetailCampaignCreated', always: true },
})

const putApprover: Action = {
  operationId: 'putRetailSettings',
  request: {
    method: 'PUT',
    path: '/v2/accounts/acme/retail-settings',
    body: { approvers: [{ userName: 'Ann', userEmail: 'ann@example.com' }], allApproversRequired: true },
  },
}

const requestApproval = (userName: string): Action => ({
  operationId: 'submitApprovalRequest',
  request: {
    method: 'POST',
    path: '/v2/accounts/acme/retail-campaigns/1/approvalRequest',
    body: { userName, userEmail: 'rob@example.com' },
  },
  appends: { type: 'ApprovalRequested', always: true },
})

/** The ways in which a request under an Idempotency-Key was once carried out twice (HTTP-21), or work by a worker that had lost its claim. */
export const scenarios: readonly Scenario[] = [
  {
    name: 'a save takes effect once when its node is killed after the append',
    async run({ wish, sends, insists, whenAppending, cluster }) {
      const save = wish(saveCreative('mark-1.'), 'mark-1.', 'once')
      whenAppending('after', 'creatives', () => cluster.kill(0, 60_000))
      await sends(save, 0)
      await insists(save, 1)
    },
  },
  {
    name: 'a key is issued once when its node is killed after the append',
    async run({ wish, sends, insists, whenAppending, cluster }) {
      const issue = wish(issueApiKey('mark-1.'), 'mark-1.', 'once')
      whenAppending('after', 'api-key', () => cluster.kill(0, 60_000))
      await sends(issue, 0)
      await insists(issue, 1)
    },
  },
  {
    name: 'a key is issued once when its node is killed after the append, and repeats it after its restart',
    async run({ wish, sends, insists, whenAppending, cluster }) {
      const issue = wish(issueApiKey('mark-1.'), 'mark-1.', 'once')
      whenAppending('after', 'api-key', () => cluster.kill(0, 200))
      await sends(issue, 0)
      await insists(issue, 0)
    },
  },
  {
    name: 'a key is issued once when its node stalls and another one goes on',
    async run({ wish, sends, insists, whenAppending, cluster }) {
      const issue = wish(issueApiKey('mark-1.'), 'mark-1.', 'once')
      whenAppending('before', 'api-key', () => cluster.stall(0, 60_000))
      await sends(issue, 0)
      await insists(issue, 1)
      await pause(60_000)
      await insists(issue, 0)
    },
  },
  {
    name: 'a key is issued once when two nodes get the request in their first second',
    ranMs: 0,
    async run({ wish, insists }) {
      const issue = wish(issueApiKey('mark-1.'), 'mark-1.', 'once')
      await Promise.all([insists(issue, 0), pause(30).then(() => insists(issue, 1))])
    },
  },
  {
    name: 'a key is issued once when two nodes get the request whose clocks are 8 s apart',
    aheadMs: 8_000,
    async run({ wish, insists }) {
      const issue = wish(issueApiKey('mark-1.'), 'mark-1.', 'once')
      await Promise.all([insists(issue, 0), pause(30).then(() => insists(issue, 1))])
    },
  },
  {
    name: 'an old save is not appended over a later one when its node goes on after a stall',
    async run({ wish, sends, insists, whenAppending, cluster }) {
      const save = wish(saveCreative('mark-1.'), 'mark-1.', 'once')
      whenAppending('before', 'creatives', () => cluster.stall(0, 60_000))
      await sends(save, 0)
      await insists(wish(saveCreative('mark-2.'), 'mark-2.'), 1)
      await insists(save, 1)
      await insists(wish(saveCreative('mark-3.'), 'mark-3.'), 1)
      await pause(60_000)
    },
  },
  {
    name: 'a request that took effect before its node was killed is not refused when it is repeated',
    async run({ wish, sends, insists, whenAppending, cluster, world: { conditions } }) {
      const create = wish(createCloudService('mark-1.'), 'mark-1.', 'once')
      whenAppending('after', 'cloud-service', () => cluster.kill(0, 60_000))
      await sends(create, 0)
      // the check of the credentials would fail now
      conditions.away('cloud', true)
      await insists(create, 1)
    },
  },
  {
    name: 'a cloud service keeps its credentials when the answer of the log is lost',
    async run({ wish, sends, insists, whenAppending, world: { conditions } }) {
      const create = wish(createCloudService('mark-1.'), 'mark-1.', 'once')
      whenAppending('after', 'cloud-service', () => conditions.losing(1))
      await sends(create, 0)
      conditions.heal()
      await insists(create, 0)
    },
  },
  {
    name: 'a clone is answered as made when its node is killed and its original has changed since',
    async run({ wish, sends, insists, whenAppending, cluster }) {
      const clone = wish(cloneRetailCampaign('mark-1.'), 'mark-1.', 'once')
      whenAppending('after', 'retail-campaign', () => cluster.kill(0, 60_000))
      await sends(clone, 0)
      await insists(wish(saveCreative('mark-2.', 'another'), 'mark-2.'), 1)
      await insists(clone, 1)
    },
  },
  {
    name: 'the export of changed content is not replaced when the worker of an earlier attempt goes on after a stall',
    async run({ wish, insists, cluster, world: { aim } }) {
      await insists(wish(putApprover, 'approver'), 1)
      const stalled = new Promise<number>(resolve =>
        aim.at('before', { stream: 'export-' }, machine => {
          const at = cluster.placeOf(machine) ?? 0
          cluster.stall(at, 60_000)
          resolve(at)
        }),
      )
      await insists(wish(requestApproval('mark-1.'), 'mark-1.'), 1)
      const other = 1 - (await stalled)
      await insists(wish(saveCreative('mark-2.'), 'mark-2.'), other)
      await insists(wish(requestApproval('mark-3.'), 'mark-3.'), other)
      await pause(90_000)
    },
  },
]
