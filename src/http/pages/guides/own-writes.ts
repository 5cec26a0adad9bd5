import { html } from '../../../pages/html.ts'
import { code, type Guide } from './guide.ts'

export const ownWrites: Guide = {
  title: 'Reading your own writes',
  lead: 'Why a read normally shows what you just wrote, and how to be sure.',
  body: html`
<p>Reads are answered from views that follow the log of events. A write is answered when the views reflect it, so the next GET shows it. If that takes longer than two
seconds, the answer comes anyway: the write is kept, and the views follow.</p>
<p>With several nodes your next request may reach one that is a moment behind. Every answer carries its position in the log:</p>
${code('Endcap-Position: 4711')}
<p>Send it with a GET, and the node waits until it reflects that position:</p>
${code('curl -H "svc_apikey: $KEY" -H "Endcap-After-Position: 4711" $URL/v2/accounts/$ACCOUNT/retail-campaigns/1')}
<ul>
<li>After five seconds the answer is 503 <code>read-models-behind</code> with <code>Retry-After</code>: repeat it.</li>
<li>A position from another installation is 400 <code>invalid-position</code>.</li>
</ul>`,
}
