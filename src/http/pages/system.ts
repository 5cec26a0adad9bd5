import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { about } from '../../codec/described.ts'
import { consoleRows } from '../../console/console-rows.ts'
import { query } from '../../engine/operation.ts'
import { area, get, type Row } from '../../operations/row.ts'
import type { Metrics } from '../observe/metrics.ts'
import { openApiOf } from '../openapi/document.ts'
import { docsRows } from './docs.ts'
import { guideRows } from './guide-rows.ts'
import { homeRows } from './home.ts'
import { problemRows } from './problems.ts'

/** Whether this node is ready for requests. `details` lists what is still missing, by view or store. */
export type Readiness = { readonly ready: boolean; readonly details: Readonly<Record<string, unknown>> }

export type SystemDeps = {
  readonly rows: readonly Row[]
  readonly metrics: Metrics
  readonly version: string
  readonly readiness: () => Promise<Readiness>
}

const json = 'application/json'
const params = t.type({})

/** Documentation, health and metrics, without a key. The OpenAPI document lists them like every other operation. */
export const systemRows = (deps: SystemDeps): readonly Row[] => {
  let document: string | undefined

  const getOpenApi = query({
    summary: 'The OpenAPI document.',
    extension: true,
    params,
    reply: { media: json },
    async run() {
      document ??= JSON.stringify(openApiOf([...deps.rows, ...own], deps.version))
      return E.right({ raw: document, contentType: json, headers: { 'Cache-Control': 'public, max-age=60' } })
    },
  })
  const getHealth = query({
    summary: 'Whether the process is alive.',
    extension: true,
    params,
    reply: t.type({ status: about(t.string, '`ok`: the process answers.') }),
    run: async () => E.right({ body: { status: 'ok' } }),
  })
  const getReadiness = query({
    summary:
      'Whether the node is ready for requests: 200 once every view has caught up with the log as it was at startup, else 503.',
    extension: true,
    params,
    reply: { media: json },
    async run() {
      const readiness = await deps.readiness()
      return E.right({ raw: JSON.stringify(readiness), contentType: json, status: readiness.ready ? 200 : 503 })
    },
  })
  const getMetrics = query({
    summary: 'Metrics for Prometheus.',
    extension: true,
    params,
    reply: { media: 'text/plain' },
    run: async () => E.right({ raw: await deps.metrics.text(), contentType: deps.metrics.contentType }),
  })
  const own: readonly Row[] = area('Service', [
    ...homeRows(deps.version),
    get('/openapi.json', 'public', { getOpenApi }),
    ...docsRows,
    ...guideRows,
    ...consoleRows,
    ...problemRows,
    { ...get('/healthz', 'public', { getHealth }), isProbe: true },
    { ...get('/readyz', 'public', { getReadiness }), isProbe: true },
    get('/metrics', 'public', { getMetrics }),
  ]).map(row => ({ ...row, hasData: false as const }))
  return own
}
