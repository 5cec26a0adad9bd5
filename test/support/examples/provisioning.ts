import type {
  Account,
  AdServer,
  Organisation,
  RetailSettings,
  TemplateCampaign,
} from '../../../src/domain/provisioning/aggregates.ts'

const at = '2026-05-01T10:00:00.000Z'

export const organisationConfigured = (over: Partial<Organisation> = {}) => ({
  type: 'OrganisationConfigured' as const,
  data: { value: { orgId: 'org1', name: 'Acme Retail', retailer: true, ...over }, at },
})
export const adServerConfigured = (over: Partial<AdServer> = {}) => ({
  type: 'AdServerConfigured' as const,
  data: {
    value: {
      orgId: 'org1',
      adServerId: 'dsp1',
      name: 'Network',
      type: 'Off-site' as const,
      macroStyle: 'dsp' as const,
      apiKeySecretId: 'secret:3',
      ...over,
    },
    at,
  },
})
export const accountConfigured = (over: Partial<Account> = {}) => ({
  type: 'AccountConfigured' as const,
  data: { value: { accountId: 'acme', name: 'Acme', orgId: 'org1', ...over }, at },
})
export const retailSettingsConfigured = (over: Partial<RetailSettings> = {}) => ({
  type: 'RetailSettingsConfigured' as const,
  data: {
    value: { approvers: [{ approverId: 'ann', sealedEmail: 'sealed-ann' }], allApproversRequired: true, ...over },
    at,
  },
})
export const templateCampaignConfigured = (over: Partial<TemplateCampaign> = {}) => ({
  type: 'TemplateCampaignConfigured' as const,
  data: {
    value: {
      templateCampaignIdx: 1,
      templateCampaignName: 'Garden',
      mediaChannelIdxs: [1],
      adUnits: [{ adUnitId: 1, adUnitName: 'Small', dimension: '80x40', htmlSha256: 'h1' }],
      htmlBytes: [30],
      ...over,
    },
    at,
  },
})
