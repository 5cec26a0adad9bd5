import type { Command, QueryOperation } from '../engine/operation.ts'
import type { Row } from '../operations/row.ts'
import type { Route, Step } from './exchange.ts'
import type { Metrics } from './observe/metrics.ts'
import { decodeInput, decodePath } from './request/decode.ts'
import { readMultipart } from './request/multipart.ts'
import { defaultMaxBytes, readForm, readJson } from './request/read-body.ts'
import type { UploadFolders } from './request/upload-folders.ts'
import { precondition } from './response/conditional.ts'
import { commandStep, queryStep, type RunDeps } from './run-operation.ts'
import { type AuthenticateDeps, authenticate, authorise, covered } from './security/authenticate.ts'
import type { Idempotency } from './security/idempotency.ts'
import type { Counted, RateLimit } from './security/rate-limit.ts'

export type RouteDeps = RunDeps & {
  readonly authenticate: AuthenticateDeps
  readonly limit: RateLimit | undefined
  readonly idempotency: Idempotency
  readonly metrics: Metrics
  readonly uploads: UploadFolders
}

const namesOf = (path: string): readonly string[] =>
  path.split('/').flatMap(segment => (/^[:*]/.test(segment) ? [segment.slice(1)] : []))

/** The path with its parameters as people write them: `/v2/accounts/{accountId}`. */
export const templateOf = (path: string): string => path.replace(/[:*]([A-Za-z0-9_]+)/g, '{$1}')

const countedAs = ({ operation }: Row): Counted =>
  operation.kind === 'query' ? 'request' : operation.start ? 'start' : 'write'

const bodyStep = (command: Command, uploads: UploadFolders): Step => {
  const maxBytes = command.maxBytes ?? defaultMaxBytes
  if (command.multipart) return readMultipart(command.multipart, maxBytes, uploads)
  return command.form ? readForm(maxBytes) : readJson(maxBytes)
}

const keySteps = (row: Row, deps: RouteDeps, check: Step): readonly Step[] =>
  row.permission === 'public' ? [] : [check, ...(deps.limit ? [deps.limit.step(countedAs(row))] : []), authorise]

const runSteps = (row: Row, deps: RouteDeps): readonly Step[] => {
  const { operation } = row
  if (operation.kind === 'query')
    return [deps.positions.awaitAfter, decodeInput, queryStep(operation as QueryOperation, deps)]
  const command = operation as Command
  const run = commandStep(command, deps)
  const body = command.body !== undefined || command.multipart ? [bodyStep(command, deps.uploads)] : []
  const keyed = row.method === 'POST' && row.permission !== 'public'
  return [...body, decodeInput, precondition, keyed ? deps.idempotency.step(command, run) : run]
}

/** Routes of all rows: the steps that a request goes through, put together once. */
export const routesOf = (rows: readonly Row[], deps: RouteDeps): readonly Route[] => {
  // one for all rows, so that they share what is known of keys
  const check = authenticate(deps.authenticate)
  return rows.map(row => ({
    row,
    names: namesOf(row.path),
    template: templateOf(row.path),
    steps: [
      ...keySteps(row, deps, check),
      decodePath,
      ...(row.permission === 'public' ? [] : [covered]),
      ...runSteps(row, deps),
    ],
    measures: deps.metrics.forOperation(row.operationId),
  }))
}
