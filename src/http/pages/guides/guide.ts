import { type Html, html } from '../../../pages/html.ts'

/** A guide: how something works that holds for many operations. */
export type Guide = {
  readonly title: string
  /** What a reader learns, in one sentence. */
  readonly lead: string
  readonly body: Html
}

/** Commands for a shell, or an answer; lines as they are. */
export const code = (text: string): Html => html`<pre tabindex="0"><code>${text.trim()}</code></pre>`
