import { timingSafeEqual } from 'node:crypto'
import type Router from '@koa/router'
import type { Context } from 'koa'
import { consentPageHeaders } from '../../pages/layout.ts'
import { isFaulty } from '../api/admitted.ts'
import { parameter, type Query } from '../api/paging.ts'
import type { Sandbox } from '../sandbox.ts'
import { type Asked, askedFor, returnTo, scope } from './asked.ts'
import { consentPage, refusedPage } from './consent-page.ts'

export const authPath = '/o/oauth2/v2/auth'
export const tokenPath = '/token'

const formOf = (ctx: Context): Query => {
  const { body } = ctx.request
  return typeof body === 'object' && body !== null ? (body as Query) : {}
}

const show = (ctx: Context, status: number, markup: string): void => {
  ctx.set(consentPageHeaders)
  ctx.status = status
  ctx.body = markup
}

const withAsked = (ctx: Context, query: Query, { options }: Sandbox, then: (asked: Asked) => void): void => {
  const asked = askedFor(query, options)
  if (typeof asked === 'string') show(ctx, 400, refusedPage(asked))
  else then(asked)
}

const answered = (ctx: Context, { grants }: Sandbox, asked: Asked): void => {
  const isApproved = parameter(formOf(ctx), 'answer') === 'approve'
  const answer: Readonly<Record<string, string>> = isApproved
    ? { code: grants.code(asked), scope }
    : { error: 'access_denied' }
  ctx.status = 303
  ctx.set({ ...consentPageHeaders, Location: returnTo(asked, { ...answer, iss: ctx.URL.origin }) })
}

const isSame = (given: string, expected: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

type TokenAnswer = { readonly status: number; readonly body: object }

const refused = (status: number, error: string, description: string): TokenAnswer => ({
  status,
  body: { error, error_description: description },
})

/** Gives tokens for a code or a refresh token (RFC 6749, 4.1.3 and 6; RFC 7636). */
const tokensFor = (ctx: Context, sandbox: Sandbox): TokenAnswer => {
  const { options, grants } = sandbox
  const of = (name: string): string => parameter(formOf(ctx), name) ?? ''
  if (of('client_id') !== options.clientId || !isSame(of('client_secret'), options.clientSecret))
    return refused(401, 'invalid_client', 'The OAuth client was not found.')
  const type = of('grant_type')
  if (type !== 'authorization_code' && type !== 'refresh_token')
    return refused(400, 'unsupported_grant_type', `Invalid grant_type: ${type.slice(0, 100)}`)
  if (isFaulty(ctx, sandbox, 'invalid-grant')) grants.revoke()
  const granted =
    type === 'authorization_code'
      ? grants.exchange(of('code'), of('redirect_uri'), of('code_verifier'))
      : grants.refresh(of('refresh_token'))
  if (granted === undefined) return refused(400, 'invalid_grant', 'Token has been expired or revoked.')
  const { accessToken, refreshToken, seconds } = granted
  const lasting = refreshToken === undefined ? {} : { refresh_token: refreshToken }
  return {
    status: 200,
    body: { access_token: accessToken, expires_in: seconds, ...lasting, scope, token_type: 'Bearer' },
  }
}

const giveTokens = (ctx: Context, sandbox: Sandbox): void => {
  const { status, body } = tokensFor(ctx, sandbox)
  ctx.set('Cache-Control', 'no-store')
  ctx.status = status
  ctx.body = body
}

/** Consent and tokens, under the paths of the DSP. */
export const addOAuthRoutes = (router: Router, sandbox: Sandbox): void => {
  router.get(authPath, ctx => withAsked(ctx, ctx.query, sandbox, asked => show(ctx, 200, consentPage(asked))))
  router.post(authPath, ctx => withAsked(ctx, formOf(ctx), sandbox, asked => answered(ctx, sandbox, asked)))
  router.post(tokenPath, ctx => giveTokens(ctx, sandbox))
}
