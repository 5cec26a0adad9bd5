import { problemPageHeaders } from '../../pages/layout.ts'
import { type ProblemShown, problemPage } from '../../pages/problem-page.ts'
import type { EndcapContext } from '../context.ts'
import type { HttpResponse } from './http-response.ts'
import { responseOf } from './response-of.ts'

/** Whether a person opens an address in a browser. Programs send a key or prefer JSON, and for pictures and scripts a browser does, too. */
const isOpened = (ctx: EndcapContext): boolean =>
  ctx.get('svc_apikey') === '' &&
  ctx.accepts('application/problem+json', 'application/json', 'text/html') === 'text/html'

/**
 * A problem as a page for people (HTTP-10), or as the blank document of an operation that is shown in pages of others; undefined for
 * programs.
 */
export const pageOfProblem = (
  ctx: EndcapContext,
  { status, headers }: HttpResponse,
  problem: Omit<ProblemShown, 'mayHaveWritten'>,
): HttpResponse | undefined => {
  if (!isOpened(ctx)) return undefined
  const operation = ctx.state.route?.row.operation
  if (operation?.blank !== undefined) {
    const blank = responseOf(operation, operation.blank)
    return { ...blank, status, headers: { ...blank.headers, ...headers } }
  }
  return {
    status,
    body: problemPage({ ...problem, mayHaveWritten: ctx.method === 'POST' }),
    contentType: 'text/html; charset=utf-8',
    headers: { ...problemPageHeaders, ...headers },
  }
}
