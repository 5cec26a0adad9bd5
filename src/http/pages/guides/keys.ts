import { html } from '../../../pages/html.ts'
import { code, type Guide } from './guide.ts'

export const keys: Guide = {
  title: 'Keys and permissions',
  lead: 'How a request says who sends it, and what a key may do.',
  body: html`
<p>Every request carries an API key in the header <code>svc_apikey</code>. Treat it like a password: it belongs neither into an address
nor into a page.</p>
${code('curl -H "svc_apikey: $KEY" $URL/v2/accounts/$ACCOUNT/retail-campaigns')}
<p>A key names the accounts and organisations that it reaches, and the permissions that it holds there. Each operation below names the
permission that it needs; <code>Campaigns_All</code> grants every permission that begins with <code>Campaigns_</code>.</p>
<h2>Get a key</h2>
<p>A key with <code>Account_Admin</code> issues others, with the rights that it has itself or fewer. The text of a key is shown once.</p>
${code(`
curl -X POST $URL/v2/accounts/$ACCOUNT/api-keys \\
  -H "svc_apikey: $KEY" -H "Content-Type: application/json" \\
  -d '{"owner": "shop", "permissions": ["Campaigns_All", "MediaPlan_All"]}'
`)}
<p>The first key of an installation is <code>ADMIN_API_KEY</code> of its environment, or comes from <code>endcap keys issue</code>.</p>
<h2>Rotate a key</h2>
<p>An account may have any number of keys. Issue the new one, use it everywhere, then revoke the old one: it stops working within five seconds.
<code>lastUsedAt</code> in the list of keys shows whether it is still in use.</p>
<h2>When a key is refused</h2>
<table><tr><th>Status</th><th>Code</th><th>Meaning</th></tr>
<tr><td>401</td><td><code>key-missing</code></td><td>The header is missing.</td></tr>
<tr><td>401</td><td><code>key-invalid</code></td><td>The key is unknown, revoked or expired.</td></tr>
<tr><td>401</td><td><code>key-in-query</code></td><td>The key is in the address. Revoke it: addresses are logged by many programs.</td></tr>
<tr><td>403</td><td><code>permission-missing</code></td><td>The member <code>permission</code> names what is missing.</td></tr>
<tr><td>403</td><td><code>account-not-on-key</code></td><td>The key does not reach this account.</td></tr></table>`,
}
