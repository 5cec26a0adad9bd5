import { test } from 'uvu'
import { accounts } from '../../../projections/provisioning/accounts.ts'
import { adServers } from '../../../projections/provisioning/ad-servers.ts'
import { organisations } from '../../../projections/provisioning/organisations.ts'
import { retailSettingsView } from '../../../projections/provisioning/retail-settings.ts'
import { templateCampaigns } from '../../../projections/provisioning/template-campaigns.ts'
import { givenEvents, inStream } from '../../support/given/projection.ts'

const [first, second] = ['2026-05-01T10:00:00.000Z', '2026-05-02T10:00:00.000Z']
const put = (type: string, value: unknown, at = first) => ({ type, data: { value, at } })

test('an organisation has its last value, with the revision for its ETag', () => {
  const org = { orgId: 'org1', name: 'Org', retailer: true }
  givenEvents(organisations)(
    ...inStream('organisation-org1', [
      put('OrganisationConfigured', org),
      put('OrganisationConfigured', { ...org, name: 'New' }, second),
    ]),
  ).then({ org1: { value: { ...org, name: 'New' }, revision: 1, updatedOn: second } })
})
test('ad servers of two organisations are separate', () => {
  const server = (orgId: string) => ({ orgId, adServerId: 'a', name: 'A', type: 'Off-site', macroStyle: 'dsp' })
  givenEvents(adServers)(
    ...inStream('ad-server-org1:a', [put('AdServerConfigured', server('org1'))]),
    ...inStream('ad-server-org2:a', [put('AdServerConfigured', server('org2'))]),
  ).then({
    'org1:a': { value: server('org1'), revision: 0, updatedOn: first },
    'org2:a': { value: server('org2'), revision: 0, updatedOn: first },
  })
})
test('an account names its organisation', () => {
  const value = { accountId: 'acme', name: 'Acme', orgId: 'org1' }
  givenEvents(accounts)(...inStream('account-acme', [put('AccountConfigured', value)])).then({
    acme: { value, revision: 0, updatedOn: first },
  })
})
test('retail settings contain only sealed addresses', () => {
  const value = {
    approvers: [{ approverId: 'ann', sealedEmail: 's1', sealedUserName: 's2' }],
    allApproversRequired: true,
  }
  givenEvents(retailSettingsView)(...inStream('retail-settings-acme', [put('RetailSettingsConfigured', value)])).then({
    acme: { value, revision: 0, updatedOn: first },
  })
})
test('a template campaign is found by account and number', () => {
  const value = {
    templateCampaignIdx: 4,
    templateCampaignName: 'T',
    mediaChannelIdxs: [1],
    adUnits: [{ adUnitId: 1, adUnitName: 'Small', dimension: '80x40', htmlSha256: 'h1', durationMs: 500 }],
    htmlBytes: [9],
  }
  givenEvents(templateCampaigns)(
    ...inStream('template-campaign-acme:4', [put('TemplateCampaignConfigured', value)]),
  ).then({ 'acme:4': { value, revision: 0, updatedOn: first } })
})

test.run()
