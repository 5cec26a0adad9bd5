import { html } from '../../../pages/html.ts'
import { code, type Guide } from './guide.ts'

export const longWork: Guide = {
  title: 'Long-running work',
  lead: 'Exports, activations, copies and generations run after their answer; this is how to follow them.',
  body: html`
<p>A POST that starts work answers at once. The work goes on if your program, or a node of the service, ends.</p>
<h2>Start, ask, fetch</h2>
${code(`
curl -X POST $URL/v2/accounts/$ACCOUNT/retail-campaigns/1/exportAssets \\
  -H "svc_apikey: $KEY" -H "Content-Type: application/json" \\
  -d '{"assetExportType": "png", "resolution": "2"}'
`)}
<p>The answer has a <code>queueId</code>. The queue shows how far the work is:</p>
${code(`
curl -H "svc_apikey: $KEY" $URL/v2/accounts/$ACCOUNT/queues/$QUEUE

{ "status": "PROCESSING", "percentage": 40, "total": 30, "done": 12, "failed": 0, "errors": [], … }`)}
<ul>
<li>Ask every two to five seconds until <code>status</code> is COMPLETED or FAILED.</li>
<li><code>url</code> is then the file. The link is valid for 24 hours; a new read gives a new one.</li>
<li><code>errors</code> names each item that failed, with its reason. The others are done.</li>
</ul>
<p>Activation has a status of its own, with <code>percentage</code> and <code>message</code>:</p>
${code('curl -H "svc_apikey: $KEY" $URL/v2/accounts/$ACCOUNT/retailcampaigns/1/activationstatus')}
<p>FAILED_TO_INITIATE means that nothing was started, and <code>message</code> says why. The same start twice, while the first still runs, is one piece of work.</p>`,
}
