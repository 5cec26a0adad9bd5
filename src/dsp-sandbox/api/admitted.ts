import type { Context, Middleware } from 'koa'
import { type FaultKind, isFaultKind } from '../faults.ts'
import type { Sandbox } from '../sandbox.ts'
import { ApiError, errorJson, exhausted, forbidden } from './api-error.ts'

/** Milliseconds for which an answer that never comes holds its connection. */
const silentMs = 120_000

/** Whether the fault happens to this request: it asks for it itself (`X-Sandbox-Fault`), or somebody has on the page. */
export const isFaulty = (ctx: Context, { faults }: Sandbox, kind: FaultKind): boolean => {
  const own = ctx.get('x-sandbox-fault')
  return isFaultKind(own) ? own === kind : faults.happens(kind)
}

/** Leaves a request without an answer. */
const fallSilent = (ctx: Context): void => {
  ctx.respond = false
  setTimeout(() => ctx.res.destroy(), silentMs).unref()
}

const isWrite = ({ method }: Context): boolean => method !== 'GET'

const admit = (ctx: Context, sandbox: Sandbox): void => {
  const token = /^Bearer (\S+)$/.exec(ctx.get('authorization'))?.[1] ?? ''
  if (!sandbox.grants.isValid(token))
    throw new ApiError(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.')
  const advertiserId: string | undefined = ctx.params.advertiserId
  sandbox.quota(advertiserId, isWrite(ctx))
  if (isFaulty(ctx, sandbox, 'rate-limited')) throw exhausted()
  if (isFaulty(ctx, sandbox, 'internal')) throw new ApiError(500, 'INTERNAL', 'Internal error encountered.')
  if (advertiserId !== undefined && !sandbox.advertisers.some(one => one.advertiserId === advertiserId))
    throw forbidden()
}

/** What every request to the API passes: token, quota, faults, rights; and the form of its errors. */
export const admitted =
  (sandbox: Sandbox, handle: (ctx: Context) => unknown): Middleware =>
  ctx => {
    try {
      admit(ctx, sandbox)
      ctx.body = handle(ctx)
      if (isWrite(ctx) && isFaulty(ctx, sandbox, 'timeout-after-commit')) fallSilent(ctx)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      ctx.status = error.status
      ctx.body = errorJson(error)
    }
  }
