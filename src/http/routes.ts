import * as t from 'io-ts'
import type { Command, QueryOperation } from '../engine/operation.ts'
import type { AccountExists } from '../lookups/account-exists.ts'
import { type Row, requiresAccount } from '../operations/row.ts'
import type { Admission } from './admission/admission.ts'
import { type Check, checking, type EndcapMiddleware, type Route } from './context.ts'
import { refuseWhileDraining } from './draining.ts'
import type { Metrics } from './observe/metrics.ts'
import { decodeInput, decodePath } from './request/decode.ts'
import { readMultipart } from './request/multipart.ts'
import { defaultMaxBytes, readForm, readJson } from './request/read-body.ts'
import { reportsUnknownFields } from './request/unknown-fields.ts'
import type { UploadFolders } from './request/upload-folders.ts'
import { precondition } from './response/conditional.ts'
import { type Routed, templateOf } from './router.ts'
import { type RunDeps, runsCommand, runsQuery } from './run-operation.ts'
import { accountRequired } from './security/account-required.ts'
import type { AddressLimit } from './security/address-limit.ts'
import { type AuthenticateDeps, authenticate } from './security/authenticate.ts'
import { authorise, covered } from './security/authorise.ts'
import type { Idempotency } from './security/idempotency.ts'
import type { Counted, RateLimit } from './security/rate-limit.ts'
import { stillLive } from './security/still-live.ts'

export type RouteDeps = RunDeps & {
  readonly authenticate: AuthenticateDeps
  readonly accountExists: AccountExists
  readonly limit: RateLimit | undefined
  readonly addressLimit: AddressLimit | undefined
  readonly idempotency: Idempotency
  readonly metrics: Metrics
  readonly uploads: UploadFolders
  readonly admission: Admission
  readonly isDraining: () => boolean
}

type Codecs = { readonly params: t.Mixed; readonly query?: t.Mixed; readonly body?: t.Mixed }

const countedAs = ({ operation }: Row): Counted =>
  operation.kind === 'query' ? 'request' : operation.start ? 'start' : 'write'

/** Records the route of the request for logs, metrics and problems. */
const isOn =
  (route: Route): Check =>
  ctx => {
    ctx.state.route = route
  }

const readBody = (command: Command, { admission, uploads }: RouteDeps): EndcapMiddleware => {
  const maxBytes = command.maxBytes ?? defaultMaxBytes
  if (command.multipart) return readMultipart(Object.keys(command.multipart), maxBytes, { admission, folders: uploads })
  return command.form ? readForm(maxBytes, admission) : readJson(maxBytes, admission)
}

const forQuery = ({ hasData }: Row, query: QueryOperation, deps: RouteDeps): readonly EndcapMiddleware[] => [
  ...(hasData === false ? [] : [deps.positions.awaitAfter]),
  checking(decodeInput(query as unknown as Codecs)),
  runsQuery(query, deps),
]

const forCommand = ({ method, permission }: Row, command: Command, deps: RouteDeps): readonly EndcapMiddleware[] => {
  const codecs = command as unknown as Codecs
  const unknown = codecs.body instanceof t.Type ? [reportsUnknownFields(codecs.body)] : []
  return [
    ...(command.body !== undefined || command.multipart ? [readBody(command, deps)] : []),
    checking(...unknown, decodeInput(codecs), precondition),
    ...(command.outlivesKey ? [stillLive(deps.newWork)] : []),
    ...(method === 'POST' && permission !== 'public' ? [deps.idempotency.middleware(command)] : []),
    runsCommand(command, deps),
  ]
}

/** Middleware that all rows share, and with it a cache. */
type Shared = { readonly authenticated: EndcapMiddleware; readonly ofAccount: EndcapMiddleware }

const forCaller = (row: Row, deps: RouteDeps, { authenticated, ofAccount }: Shared): readonly EndcapMiddleware[] => {
  const { operation, operationId, path, permission } = row
  const notDraining = refuseWhileDraining(deps.isDraining)
  const on = isOn({ row, template: templateOf(path), measures: deps.metrics.forOperation(operationId) })
  const decodesPath = decodePath((operation as unknown as Codecs).params)
  if (permission === 'public') {
    const limited = deps.addressLimit && !row.isProbe ? [deps.addressLimit.publicRequest] : []
    return [checking(on, notDraining, ...limited, decodesPath)]
  }
  const limits = deps.limit ? [deps.limit.check(countedAs(row))] : []
  return [
    checking(on, notDraining),
    authenticated,
    checking(...limits, authorise(permission), decodesPath, covered),
    ...(requiresAccount(row) ? [ofAccount] : []),
  ]
}

/** The middleware of every row, assembled once. */
export const routesOf = (rows: readonly Row[], deps: RouteDeps): readonly Routed[] => {
  const shared = { authenticated: authenticate(deps.authenticate), ofAccount: accountRequired(deps.accountExists) }
  return rows.map(row => ({
    row,
    middleware: [
      ...forCaller(row, deps, shared),
      ...(row.operation.kind === 'query'
        ? forQuery(row, row.operation as QueryOperation, deps)
        : forCommand(row, row.operation as Command, deps)),
    ],
  }))
}
