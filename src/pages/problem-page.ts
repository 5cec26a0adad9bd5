import { html, safeUrl } from './html.ts'
import { notice } from './notice.ts'

/** A problem (HTTP-10) as people read it. */
export type ProblemShown = {
  readonly status: number
  readonly title: string
  readonly detail: string
  readonly code: string
  /** Address of the page about the code. */
  readonly type: string
  readonly traceId: string
  /** The request may have written something, for example an answer to an approval request. */
  readonly mayHaveWritten: boolean
}

const ours = {
  title: 'This does not work right now',
  detail: 'The service cannot answer at the moment. Please try again in a minute.',
}

// an address of its own would have to contain the token of the link
const again = html`<p class="lead"><a class="button" href="">Try again</a></p>`

/** The page in place of a problem for whoever opens an address in a browser. Serve it with `problemPageHeaders`. */
export const problemPage = ({ mayHaveWritten, ...problem }: ProblemShown): string => {
  const { status, code, type, traceId } = problem
  const isOurs = status >= 500
  const { title, detail } = isOurs ? ours : problem
  return notice(
    title,
    'Pending',
    false,
    html`${title}`,
    html`<p class="lead">${detail}</p>
${isOurs && mayHaveWritten && html`<p class="lead">If you have just sent an answer, “Try again” shows whether it was recorded.</p>`}
${(isOurs || status === 429) && again}
<p class="soft">Problem <a href="${safeUrl(type)}">${code}</a>, trace ${traceId}</p>`,
  )
}
