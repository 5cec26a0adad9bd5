import type { Imported } from './send-campaign.ts'

/** A value as one word of a shell. */
const word = (value: string): string => `'${value.replaceAll("'", `'\\''`)}'`

/** The commands that follow an import: request the approval, activate, take the tags. None without a retail campaign. */
export const nextSteps = ({ accountId, retailCampaignIdx }: Imported, url: string): readonly string[] => {
  if (retailCampaignIdx === undefined) return []
  const account = `${url.replace(/\/$/, '')}/v2/accounts/${accountId}`
  const campaign = `${account}/retail-campaigns/${retailCampaignIdx}`
  const curl = (address: string, body?: object) =>
    [
      `curl -H "svc_apikey: $ENDCAP_KEY" ${word(address)}`,
      ...(body ? [`-H 'content-type: application/json' -d ${word(JSON.stringify(body))}`] : []),
    ].join(' ')
  return [
    'Next, with the API key in ENDCAP_KEY:',
    '1. Request the approval. Approvers get a mail; without a mail server, endcap approve answers for them.',
    `   ${curl(`${campaign}/approvalRequest`, { userName: 'Your name', userEmail: 'you@example.com' })}`,
    `   endcap approve ${accountId}:${retailCampaignIdx}`,
    '2. Activate the campaign, and ask until its status is ACTIVE.',
    `   ${curl(`${campaign}/activate`, {})}`,
    `   ${curl(`${account}/retailcampaigns/${retailCampaignIdx}/activationstatus`)}`,
    '3. Take the tags as CSV; each works when it is pasted into a page.',
    `   ${curl(`${campaign}/download-tags`)} -o tags.csv`,
  ]
}
