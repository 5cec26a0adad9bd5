import { html, typed } from '../../pages/html.ts'
import { page } from '../../pages/layout.ts'
import type { Asked } from './asked.ts'

/** The page on which a person approves or refuses, as that of the DSP does. */
export const consentPage = (asked: Asked): string =>
  page(
    'Consent: DSP sandbox',
    html`<main class="notice">
<p class="kicker">DSP sandbox</p>
<h1>Endcap wants to manage your creatives</h1>
<p class="lead">This page stands for the consent screen of the DSP. You return to ${typed(new URL(asked.redirectUri).host)}.</p>
<form class="sheet" method="post">
${Object.entries(asked.fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<div class="buttons"><button name="answer" value="approve">Approve</button>
<button class="no" name="answer" value="refuse">Refuse</button></div>
</form></main>`,
  )

/** Why there is no consent to give; the DSP does not send such a request back. */
export const refusedPage = (reason: string): string =>
  page(
    'Error: DSP sandbox',
    html`<main class="notice"><p class="kicker">DSP sandbox</p><h1>This request is invalid</h1><p class="lead">${reason}</p></main>`,
  )
