import { html } from '../../../pages/html.ts'
import { code, type Guide } from './guide.ts'

export const errors: Guide = {
  title: 'Errors',
  lead: 'Every error has the same form, a code that never changes, and a page.',
  body: html`
<p>An error is <code>application/problem+json</code> (RFC 9457). Programs decide by <code>code</code>, people read <code>detail</code>, and
<code>type</code> is the address of a page about the code. <a href="/docs/problems">All codes</a> are on one page.</p>
${code(`
{
  "type": "/docs/problems/invalid-request",
  "title": "The request is not valid",
  "status": 400,
  "code": "invalid-request",
  "detail": "/startDate must be a day, YYYY-MM-DD",
  "instance": "/v2/accounts/{accountId}/retail-campaigns",
  "traceId": "8f14e45fceea167a5a36dedd4bea2543",
  "errors": [{ "pointer": "/startDate", "code": "invalid", "detail": "must be a day, YYYY-MM-DD" }]
}`)}
<ul>
<li><code>errors</code> names all faults that were found, at most 100. A <code>pointer</code> leads into the body; faults of the path and the query
are <code>/path/…</code> and <code>/query/…</code>.</li>
<li><code>traceId</code> is different for every request. Quote it when you ask for help: it is in the log of the service, in its traces and in the events of
the request.</li>
<li>Whoever opens an address in a browser, without a key, gets a page instead.</li>
</ul>
<h2>What to do</h2>
<table><tr><th>Status</th><th>Then</th></tr>
<tr><td>400, 413, 415, 422</td><td>Change the request. Repeating it gives the same answer.</td></tr>
<tr><td>401, 403</td><td>Use another <a href="/docs/guides/keys">key</a>.</td></tr>
<tr><td>404</td><td>The object does not exist, or belongs to another account.</td></tr>
<tr><td>409</td><td>The state of the object forbids it; <code>detail</code> says what to do first.</td></tr>
<tr><td>412</td><td>Someone changed the object meanwhile: read it again.</td></tr>
<tr><td>429, 503</td><td>Repeat after the seconds of <code>Retry-After</code>, with the same <a href="/docs/guides/repeats">Idempotency-Key</a>.</td></tr>
<tr><td>500</td><td>A fault of the service. Its operator finds it by the <code>traceId</code>.</td></tr></table>`,
}
