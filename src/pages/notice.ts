import { type Html, html } from './html.ts'
import { page } from './layout.ts'

/** A page that says one thing. `tone`: the class that colours its mark; `above`: a line above the heading. */
export const notice = (title: string, tone: string, above: Html | false, heading: Html, body: Html): string =>
  page(
    title,
    html`<main class="notice"><span class="mark ${tone}" aria-hidden="true"></span>
${above && html`<p class="kicker">${above}</p>`}
<h1>${heading}</h1>
${body}</main>`,
  )
