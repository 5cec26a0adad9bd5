import { cut } from '../../domain/shared/cut.ts'
import { count } from '../../domain/shared/wording.ts'
import { type Html, html, typed } from '../../pages/html.ts'
import { page } from '../../pages/layout.ts'
import { approvalStatus, type StoredCreative, updatedAt } from '../api/creative.ts'
import { faultKinds } from '../faults.ts'
import { partnerId, type Sandbox } from '../sandbox.ts'

const mostShown = 200
const longestTag = 2_000

const time = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ')
const withoutPrefix = (status: string): string =>
  status
    .replace(/^[A-Z]+_STATUS_/, '')
    .replaceAll('_', ' ')
    .toLowerCase()

/** Tags are shown as text and never run. */
const creativeShown = (creative: StoredCreative, now: number): Html => {
  const { creativeId, advertiserId, input } = creative
  const { widthPixels, heightPixels } = input.dimensions
  return html`<article class="sheet" data-creative="${creativeId}">
<h3>${typed(input.displayName)}</h3>
<p class="soft">${creativeId} of advertiser ${advertiserId}, ${widthPixels}×${heightPixels}, integration code ${typed(input.integrationCode ?? '–')}</p>
<p>${withoutPrefix(input.entityStatus)}, ${withoutPrefix(approvalStatus(creative, now))}, changed ${time(updatedAt(creative, now))}</p>
<pre>${cut(input.thirdPartyTag ?? input.vastTagUrl ?? '', longestTag)}</pre>
<form method="post" action="/sandbox/creatives/${creativeId}/review"><button name="verdict" value="approved">Approve</button>
<button name="verdict" value="rejected">Reject</button></form>
</article>`
}

const faultForm = ({ faults }: Sandbox): Html => html`<form class="sheet" method="post" action="/sandbox/faults">
<p><label>Fault <select name="kind">${Object.entries(faultKinds).map(([kind, text]) => html`<option value="${kind}">${text}</option>`)}</select></label>
<label>times <input name="times" type="number" min="1" max="1000" value="1"></label> <button>Ask for it</button></p>
<ul>${Array.from(faults.left(), ([kind, times]) => html`<li>${faultKinds[kind]}: ${count(times, 'more time', 'more times')}</li>`)}</ul>
</form>`

const resetForm = html`<form method="post" action="/sandbox/reset"><p>
<button name="what" value="faults">Forget the faults</button>
<button name="what" value="tokens">Let the tokens expire</button>
<button name="what" value="consent">Withdraw the consent</button>
<button name="what" value="creatives">Delete the creatives</button></p></form>`

/** The page of the sandbox: what arrived, and what shall go wrong. */
export const sandboxPage = (sandbox: Sandbox): string => {
  const { store, arrivals, advertisers, now } = sandbox
  const at = now()
  const creatives = [...store.all()].reverse().slice(0, mostShown)
  return page(
    'DSP sandbox',
    html`<main><p class="kicker">DSP sandbox</p><h1>What arrived</h1>
<p class="lead">Partner ${partnerId} with ${count(advertisers.length, 'advertiser')}. Everything is in memory and ends with the sandbox.</p>
<h2>Faults</h2>${faultForm(sandbox)}${resetForm}
<h2>${count(store.count(), 'creative')}</h2>${creatives.map(creative => creativeShown(creative, at))}
<h2>Last requests</h2><ol>${arrivals.map(({ at: when, method, path, status }) => html`<li>${time(when)} ${method} ${path}: ${status}</li>`)}</ol></main>`,
  )
}
