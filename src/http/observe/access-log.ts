import * as t from 'io-ts'
import { parseApiKey } from '../../domain/keys/api-key.ts'
import type { Row } from '../../operations/row.ts'
import type { Clock } from '../../ports/clock.ts'
import type { EndcapContext } from '../context.ts'
import { statusOf } from '../response/http-response.ts'

/** Notes a request for auditors once its answer has ended; `startedAt` is of the monotonic clock, in milliseconds. */
export type AccessLog = (ctx: EndcapContext, startedAt: number) => void

/** What a request did. A download is an answer that is no JSON: a file, a picture or a page. */
type Kind = 'read' | 'write' | 'download' | 'refused'

/** Requests that nobody makes with a key: probes, pages of the service, and what ads load in browsers. */
const isLeftOut = ({ isProbe, hasData, area, permission, path }: Row): boolean =>
  isProbe === true ||
  hasData === false ||
  (permission === 'public' && (area === 'Serving' || path.startsWith('/assets/')))

const kindOf = ({ operation }: Row, status: number): Kind => {
  if (status >= 400) return 'refused'
  if (operation.kind === 'command') return 'write'
  return operation.reply instanceof t.Type ? 'read' : 'download'
}

/** Ids in the path. Names that people chose and tokens are left out, and so is what has not the form of an id. */
const idsIn = (params: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(params).filter(
      ([name, value]) => (/(?:Id|Idx)$/.test(name) || name === 'zip') && /^[A-Za-z0-9_:-]{1,80}$/.test(value),
    ),
  )

/** The id in a key that was refused: what the caller claims to be. */
const claimedKey = (ctx: EndcapContext): { readonly claimedKey?: string } => {
  const { svc_apikey: sent } = ctx.req.headers
  const keyId = statusOf(ctx) === 401 && typeof sent === 'string' ? parseApiKey(sent)?.keyId : undefined
  return keyId === undefined ? {} : { claimedKey: keyId }
}

/**
 * The access log (HTTP-31): a line of JSON for each request of a key, and for each download by a signed link. It has ids only: no address,
 * name, token or text of the request.
 */
export const accessLog =
  (write: (line: string) => void, clock: Clock): AccessLog =>
  (ctx, startedAt) => {
    const { state, res, method, params } = ctx
    const status = statusOf(ctx)
    const { route, caller, traceId, callerTraceId, response } = state
    if (route === undefined || isLeftOut(route.row)) return
    const at = clock.now().toISOString()
    const ids = idsIn(params)
    res.once('close', () => {
      const line = {
        at,
        trace: traceId,
        callerTrace: callerTraceId,
        key: caller.id,
        ...claimedKey(ctx),
        kind: kindOf(route.row, status),
        operation: route.row.operationId,
        method,
        status,
        code: response?.problem,
        ids,
        // false: the connection ended before the answer did
        whole: res.writableFinished,
        ms: Math.round(clock.monotonic() - startedAt),
      }
      write(`${JSON.stringify(line)}\n`)
    })
  }
