import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { listOf } from '../../codec/json.ts'
import { Name } from '../../codec/names.ts'
import { oneOf, text } from '../../codec/text.ts'
import type { AnyAggregate } from '../shared/decider.ts'
import { count } from '../shared/wording.ts'
import { configuredAs } from './configured.ts'

/** `<width>x<height>` in CSS pixels, each 1 to 5,000. */
export const Dimension = text({
  pattern: /^(?:[1-9]\d{0,2}|[1-4]\d{3}|5000)x(?:[1-9]\d{0,2}|[1-4]\d{3}|5000)$/,
  must: 'must be width x height in pixels, such as 300x250, each from 1 to 5000',
  max: 9,
})

/** An ad unit in templates and campaigns; its HTML is a blob (ARCH-14). */
export const AdUnit = fields(
  { adUnitId: integer(1), adUnitName: Name, dimension: Dimension, htmlSha256: t.string },
  { durationMs: integer(0, 30_000), assets: t.array(t.string) },
)
export type AdUnit = t.TypeOf<typeof AdUnit>

/** OrganisationConfigured: the name of an organisation, and whether it is a retailer. */
export const Organisation = fields({ orgId: t.string, name: Name, retailer: t.boolean })
export type Organisation = t.TypeOf<typeof Organisation>
export const organisation = configuredAs('organisation', 'OrganisationConfigured', Organisation, {
  subject: 'none',
  says: ({ name, retailer }) => `The organisation “${name}” was saved${retailer ? ' as a retailer' : ''}.`,
})

export const adServerTypes = ['On-site', 'Off-site', 'Social', 'In-store/DOOH'] as const
/** AdServerConfigured: an ad server of an organisation; its key is stored as the id of a secret (ARCH-14). */
export const AdServer = fields(
  {
    orgId: t.string,
    adServerId: t.string,
    name: Name,
    type: oneOf(...adServerTypes),
    macroStyle: oneOf('dsp', 'none'),
  },
  { apiEndpoint: t.string, apiKeySecretId: t.string },
)
export type AdServer = t.TypeOf<typeof AdServer>
export const adServer = configuredAs('ad-server', 'AdServerConfigured', AdServer, {
  subject: 'none',
  says: ({ name, type }) => `The ad server “${name}” (${type}) was saved.`,
  secretsIn: ({ apiKeySecretId }) => (apiKeySecretId === undefined ? [] : [apiKeySecretId]),
})

/** AccountConfigured: the name of an account and its organisation. */
export const Account = fields({ accountId: t.string, name: Name, orgId: t.string })
export type Account = t.TypeOf<typeof Account>
export const account = configuredAs('account', 'AccountConfigured', Account, {
  subject: 'account',
  says: ({ name }) => `The account “${name}” was saved.`,
})

/** An approver. What is known of the person is sealed under the person's key, whose random id is `approverId` (APPROVAL-20). */
export const Approver = fields(
  { approverId: t.string, sealedEmail: t.string },
  { sealedUserName: t.string, sealedUserId: t.string },
)
export type Approver = t.TypeOf<typeof Approver>
/** RetailSettingsConfigured: the approvers of an account, and whether all of them must approve. */
export const RetailSettings = fields({ approvers: listOf(Approver, 100), allApproversRequired: t.boolean })
export type RetailSettings = t.TypeOf<typeof RetailSettings>
/** The approvers of an account that has configured none. */
export const noRetailSettings: RetailSettings = { approvers: [], allApproversRequired: false }

export const retailSettings = configuredAs('retail-settings', 'RetailSettingsConfigured', RetailSettings, {
  subject: 'account',
  says: ({ approvers, allApproversRequired }) =>
    `The approval settings were saved with ${count(approvers.length, 'approver')}${allApproversRequired ? '; all must approve' : ''}.`,
})

/** TemplateCampaignConfigured: the initial ad units of campaigns with this template. */
export const TemplateCampaign = fields({
  templateCampaignIdx: integer(1),
  templateCampaignName: Name,
  mediaChannelIdxs: t.array(integer(1)),
  adUnits: t.array(AdUnit),
  /** Bytes of the HTML of each ad unit; not part of them, because campaigns copy those. */
  htmlBytes: t.array(integer(0)),
})
export type TemplateCampaign = t.TypeOf<typeof TemplateCampaign>
export const templateCampaign = configuredAs('template-campaign', 'TemplateCampaignConfigured', TemplateCampaign, {
  subject: 'account',
  says: ({ templateCampaignName, adUnits }) =>
    `The template campaign “${templateCampaignName}” was saved with ${count(adUnits.length, 'ad unit')}.`,
})

export const provisioningAggregates: readonly AnyAggregate[] = [
  account,
  adServer,
  organisation,
  retailSettings,
  templateCampaign,
]
