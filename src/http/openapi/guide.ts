import type { Row } from '../../operations/row.ts'

type Step = { readonly does: string; readonly by: readonly string[] }

/** The way of a campaign, in the order of the calls. */
export const steps: readonly Step[] = [
  { does: 'Provision a retailer and an account', by: ['putOrganisation', 'putAccount'] },
  { does: 'Issue a key for the account', by: ['issueApiKey'] },
  { does: 'Provision an ad server and who approves campaigns', by: ['putAdServer', 'putRetailSettings'] },
  { does: 'Create a template campaign, whose ad units have HTML', by: ['putTemplateCampaign'] },
  { does: 'Create a media channel and a media plan (optional)', by: ['createMediaChannel', 'putMediaPlan'] },
  { does: 'Upload pictures, or read a product feed', by: ['uploadAsset', 'createFeed'] },
  { does: 'Create the retail campaign', by: ['createRetailCampaign'] },
  { does: 'Save its creatives', by: ['updateCreative', 'updateHybridCreative'] },
  { does: 'Ask for approval until the status is Approved', by: ['submitApprovalRequest', 'getApprovalStatus'] },
  { does: 'Activate it until the status is ACTIVE', by: ['activateRetailCampaign', 'getActivationStatus'] },
  { does: 'Download its tags', by: ['downloadTags'] },
  { does: 'Export its files', by: ['exportAssets', 'getExportAssetStatus', 'getQueue'] },
  { does: 'End it', by: ['endRetailCampaign'] },
]

const needs = ({ permission }: Row): string =>
  permission === 'any' ? 'the permission of the start' : permission === 'public' ? 'no key' : `\`${permission}\``

const line = ({ does, by }: Step, at: number, rows: readonly Row[]): string => {
  const calls = rows.filter(({ operationId }) => by.includes(operationId))
  return `${at + 1}. ${does}: ${calls.map(row => `\`${row.operationId}\` (${needs(row)})`).join(', ')}.`
}

/** The text at the beginning of the OpenAPI document: the order of the calls, with the permission of each (HTTP-6). */
export const guideOf = (rows: readonly Row[]): string => `The backend for retail ad campaigns.

Send an API key in the header \`svc_apikey\`. A key covers accounts and organisations, and holds permissions; \`X_All\` grants every \`X_…\`.

## The order of the calls

In parentheses: the permission that the key needs.

${steps.map((step, at) => line(step, at, rows)).join('\n')}

Statuses are polled, or events are followed (\`streamAccountEvents\`) or sent to a webhook (\`createWebhook\`). Errors are \`application/problem+json\`; \`code\` never changes and has a page under /docs/problems.`
