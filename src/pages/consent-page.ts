import { html, typed } from './html.ts'
import { page } from './layout.ts'

/** For whom a consent at the DSP is. `dspHost`: where its consent screen is. */
export type ConsentPageData = {
  readonly account: string
  readonly accountId: string
  readonly organisation: string
  readonly orgId: string
  readonly partnerId: number
  readonly dspHost: string
}

/**
 * The page before the consent screen of the DSP (DSP-25): it names who gets access, so that nobody gives it to another company by following
 * a link. Works without scripts. Serve it with `consentPageHeaders`.
 */
export const consentPage = ({ account, accountId, organisation, orgId, partnerId, dspHost }: ConsentPageData): string =>
  page(
    `Access to the DSP for ${account}`,
    html`<main class="notice"><span class="mark Pending" aria-hidden="true"></span>
<p class="kicker">Access to the DSP</p>
<h1>Let ${typed(account)} export ads to partner ${partnerId}?</h1>
<p class="lead">${dspHost} will ask you to give Endcap access. Endcap uses it for this account only: whoever works with the account can list the partner's advertisers, and create, change and archive creatives.</p>
<dl class="facts">
<div><dt>Account</dt><dd>${typed(account)} (${accountId})</dd></div>
<div><dt>Organisation</dt><dd>${typed(organisation)} (${orgId})</dd></div>
<div><dt>DSP partner</dt><dd>${partnerId}</dd></div>
</dl>
<form method="post">
<p class="lead">Continue only if you know this account and want it to have access. If somebody sent you this link unexpectedly, close the page.</p>
<div class="buttons"><button>Continue to the DSP</button></div>
</form></main>`,
  )
