import { html } from '../../../pages/html.ts'
import { code, type Guide } from './guide.ts'

export const limits: Guide = {
  title: 'Rate limits',
  lead: 'How many requests a key may make, and how to stay below.',
  body: html`
<p>Unless the operator chose otherwise, a key may make 600 requests in a minute; 150 of them may be writes, and 20 of these may start work: activations, exports,
approval requests, generations of templates, copies. All keys of an account together have the same limits.</p>
<p>Answers say how many requests are left (<code>r</code>), and after how many seconds (<code>t</code>) the count begins again:</p>
${code(`
RateLimit-Policy: "requests";q=600;w=60
RateLimit: "requests";r=593;t=4
`)}
<p>Beyond a limit the answer is 429 <code>rate-limited</code>, and nothing was done. Wait for the seconds of <code>Retry-After</code>, then send the same request
again.</p>
<h2>Stay below</h2>
<ul>
<li>Ask a list with <a href="/docs/guides/lists">filters</a> instead of reading every object.</li>
<li>Send <code>If-None-Match</code> with the <code>ETag</code> that you have: 304 costs you no transfer, but it counts.</li>
<li>Ask for the state of <a href="/docs/guides/long-work">long-running work</a> every few seconds, not in a loop.</li>
</ul>
<p>A node also bounds the bytes of requests that it holds at a time. Beyond that the answer is 503 <code>overloaded</code>: send fewer large requests at once.</p>
<p>The operator may bound the bytes of files that an account holds. An operation that would exceed them is 413 <code>storage-full</code>, with
<code>bytesHeld</code>, <code>bytesAllowed</code> and <code>bytesNeeded</code>; exports, feeds and copies fail with that reason.</p>`,
}
