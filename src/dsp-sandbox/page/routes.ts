import type Router from '@koa/router'
import type { Context } from 'koa'
import { approvalPageHeaders } from '../../pages/layout.ts'
import { creativeJson } from '../api/creative.ts'
import { isFaultKind, mostTimes } from '../faults.ts'
import type { Sandbox } from '../sandbox.ts'
import { sandboxPage } from './page.ts'

const fieldOf = (ctx: Context, name: string): string => {
  const { body } = ctx.request
  return typeof body === 'object' && body !== null
    ? String(Object.entries(body).find(([key]) => key === name)?.[1] ?? '')
    : ''
}

/** Without a referrer, browsers would not name the origin of the page's own forms. */
const headers = { ...approvalPageHeaders, 'Referrer-Policy': 'same-origin' }

/** Another site must not press the buttons: a browser names the origin of a form. */
const isForeign = (ctx: Context): boolean => {
  const origin = ctx.get('origin')
  return origin !== '' && origin !== ctx.URL.origin
}

/** A change of the sandbox: the reason if it is refused. */
type Change = (sandbox: Sandbox, ctx: Context) => string | undefined

const askForFault: Change = ({ faults }, ctx) => {
  const kind = fieldOf(ctx, 'kind')
  const times = Number(fieldOf(ctx, 'times') || '1')
  if (!isFaultKind(kind)) return 'There is no such fault.'
  if (!Number.isInteger(times) || times < 1 || times > mostTimes) return `times must be from 1 to ${mostTimes}.`
  faults.ask(kind, times)
  return undefined
}

const reset: Change = ({ faults, grants, store }, ctx) => {
  const actions: Readonly<Record<string, () => void>> = {
    faults: faults.clear,
    tokens: grants.expireTokens,
    consent: grants.revoke,
    creatives: store.clear,
  }
  const what = fieldOf(ctx, 'what')
  const action = Object.hasOwn(actions, what) ? actions[what] : undefined
  if (!action) return `what must be one of ${Object.keys(actions).join(', ')}.`
  action()
  return undefined
}

const review: Change = ({ store }, ctx) => {
  const verdict = fieldOf(ctx, 'verdict')
  if (verdict !== 'approved' && verdict !== 'rejected') return 'verdict must be approved or rejected.'
  store.review(ctx.params.creativeId, verdict)
  return undefined
}

/** A form of the page goes back to it; a script gets 204. */
const answer = (ctx: Context, refusal: string | undefined): void => {
  if (refusal !== undefined) {
    ctx.status = 400
    ctx.body = { detail: refusal }
  } else if (ctx.accepts('json', 'html') === 'html') {
    ctx.status = 303
    ctx.set('Location', '/')
  } else ctx.status = 204
}

/** The page of the sandbox, and the same for scripts. */
export const addPageRoutes = (router: Router, sandbox: Sandbox): void => {
  const changes = (path: string, change: Change) =>
    router.post(path, ctx => {
      if (isForeign(ctx)) ctx.throw(403, 'This form is of another site.')
      answer(ctx, change(sandbox, ctx))
    })
  router.get('/', ctx => {
    ctx.set(headers)
    ctx.body = sandboxPage(sandbox)
  })
  router.get('/sandbox/creatives', ctx => {
    const at = sandbox.now()
    ctx.body = Array.from(sandbox.store.all(), creative => creativeJson(creative, at))
  })
  changes('/sandbox/faults', askForFault)
  changes('/sandbox/reset', reset)
  changes('/sandbox/creatives/:creativeId/review', review)
}
