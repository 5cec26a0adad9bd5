import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Router from '@koa/router'
import Koa from 'koa'
import { HttpMethodEnum, koaBody } from 'koa-body'
import { ApiError, errorJson, invalid } from './api/api-error.ts'
import { addApiRoutes } from './api/routes.ts'
import { addOAuthRoutes, authPath, tokenPath } from './oauth/routes.ts'
import { namesUs } from './own-names.ts'
import { addPageRoutes } from './page/routes.ts'
import { openSandbox, type Sandbox, type SandboxOptions } from './sandbox.ts'

const mostBody = '2mb'

/** A body that cannot be read, in the words of the DSP. */
const unreadable = (error: Error & { readonly status?: number }): ApiError =>
  error.status === 413
    ? new ApiError(413, 'INVALID_ARGUMENT', 'Request payload size exceeds the limit.')
    : invalid('Invalid JSON payload received.')

const appOf = (sandbox: Sandbox, names: ReadonlySet<string>): Koa => {
  const app = new Koa()
  const router = new Router()
  addApiRoutes(router, sandbox)
  addOAuthRoutes(router, sandbox)
  addPageRoutes(router, sandbox)
  app.silent = true
  app.use((ctx, next) => {
    if (namesUs(ctx.req, names)) return next()
    ctx.status = 421
    ctx.body = 'The DSP sandbox answers to localhost, and to names that it was given: start it with --name.\n'
    return undefined
  })
  app.use(async (ctx, next) => {
    try {
      await next()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      ctx.status = error.status
      ctx.body = errorJson(error)
    }
    if (ctx.path.startsWith('/v4/') || ctx.path === tokenPath) sandbox.arrived(ctx.method, ctx.path, ctx.status)
  })
  app.use(
    koaBody({
      json: true,
      text: false,
      multipart: false,
      jsonLimit: mostBody,
      formLimit: '64kb',
      parsedMethods: [HttpMethodEnum.POST, HttpMethodEnum.PATCH],
      onError: error => {
        throw unreadable(error)
      },
    }),
  )
  app.use(router.routes())
  return app
}

export type ListenAt = { readonly host: string; readonly port: number }

export type RunningSandbox = Sandbox & {
  /** Its own address, which is also DSP_URL. */
  readonly url: string
  readonly authUrl: string
  readonly tokenUrl: string
  stop(): Promise<void>
}

/**
 * Starts a sandbox of the DSP (DSP-17): Display & Video 360 as its documentation describes it, as far as Endcap uses it. Rejects if the
 * address is taken. `port` 0: any free one.
 */
export const startDspSandbox = async (
  options: Partial<SandboxOptions> = {},
  { host, port }: ListenAt = { host: '127.0.0.1', port: 0 },
): Promise<RunningSandbox> => {
  const sandbox = openSandbox(options)
  const server = createServer(
    appOf(sandbox, new Set([host, ...sandbox.options.names].map(name => name.toLowerCase()))).callback(),
  )
  server.listen(port, host)
  await once(server, 'listening')
  const { port: bound } = server.address() as AddressInfo
  const name = host.includes(':') ? `[${host}]` : host
  const url = `http://${name === '0.0.0.0' ? '127.0.0.1' : name}:${bound}`
  return {
    ...sandbox,
    url,
    authUrl: `${url}${authPath}`,
    tokenUrl: `${url}${tokenPath}`,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
