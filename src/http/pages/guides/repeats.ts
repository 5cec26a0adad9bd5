import { html } from '../../../pages/html.ts'
import { code, type Guide } from './guide.ts'

export const repeats: Guide = {
  title: 'Repeating a request safely',
  lead: 'With an Idempotency-Key a POST happens once, however often you send it.',
  body: html`
<p>A connection can break before the answer arrives. Give every POST a key of its own, and send the same request with the same key until there is an
answer.</p>
${code(`
ONCE=$(uuidgen)   # once for the request, not for each try
curl -X POST $URL/v2/accounts/$ACCOUNT/retail-campaigns/1/exportAssets \\
  -H "svc_apikey: $KEY" -H "Content-Type: application/json" \\
  -H "Idempotency-Key: $ONCE" \\
  -d '{"assetExportType": "png", "resolution": "2"}'
`)}
<ul>
<li>A repeat gets the first answer, with <code>Idempotency-Replayed: true</code>.</li>
<li>It is remembered for 24 hours, for one API key and one address, and survives the crash of a node.</li>
<li>The same key with another body is 422 <code>idempotency-key-reused</code>. While the first request still runs, a repeat is 409
<code>idempotency-key-in-use</code>: wait a moment.</li>
<li>After 429 or a 5xx the request runs again, under the same ids, and does nothing twice.</li>
</ul>
<p>PUT and DELETE may be repeated without a key.</p>
<h2>Two people change the same object</h2>
<p>An answer about one object has an <code>ETag</code>. Send it back as <code>If-Match</code> with a PUT or DELETE: if the object has changed meanwhile, the
answer is 412 and nothing happens.</p>`,
}
