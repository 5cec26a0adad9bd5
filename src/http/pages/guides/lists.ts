import { html } from '../../../pages/html.ts'
import { code, type Guide } from './guide.ts'

export const lists: Guide = {
  title: 'Pages, filters and fields',
  lead: 'How to read long lists in parts, and only what you need.',
  body: html`
<h2>Pages</h2>
<p>A list takes <code>limit</code>, from 1 to 500. Its answer has <code>next</code> and <code>previous</code>: tokens for the pages around it, or null. Send a
token back as <code>next</code>, with the same filters. It is valid for 24 hours, and the pages stay stable while items come and go.</p>
${code(`
curl -H "svc_apikey: $KEY" "$URL/v2/accounts/$ACCOUNT/retail-campaigns?limit=50"
curl -H "svc_apikey: $KEY" "$URL/v2/accounts/$ACCOUNT/retail-campaigns?limit=50&next=$NEXT"
`)}
<p><code>offset</code> skips items instead. <code>count</code> is the number of all items that match.</p>
<h2>Filters</h2>
<p><code>filters</code> holds up to 20 conditions, separated by commas; all of them must hold. Encode the value for an address.</p>
${code(`curl -G -H "svc_apikey: $KEY" $URL/v2/accounts/$ACCOUNT/retail-campaigns --data-urlencode "filters=retailCampaignName(like)spring%,retailCampaignIdx(>)100"`)}
<table><tr><th>Operator</th><th>Meaning</th></tr>
<tr><td><code>=</code> <code>&lt;&gt;</code></td><td>Equal, not equal.</td></tr>
<tr><td><code>&lt;</code> <code>&gt;</code> <code>&lt;=</code> <code>&gt;=</code></td><td>Smaller, larger; of whole numbers, days and times.</td></tr>
<tr><td><code>(like)</code></td><td>Text without regard to case; <code>%</code> is any text, <code>_</code> any character.</td></tr>
<tr><td><code>(in)</code></td><td>One of several values, separated by <code>|</code>.</td></tr></table>
<p>When a value contains a comma, repeat the parameter: each occurrence is one condition.</p>
<h2>Fields</h2>
<p><code>fields=retailCampaignIdx,retailCampaignName</code> answers these members only.</p>`,
}
