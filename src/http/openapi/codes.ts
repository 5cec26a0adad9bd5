import type * as t from 'io-ts'
import { schemaOf } from '../../codec/json-schema.ts'
import type { Command, Operation } from '../../engine/operation.ts'
import { type Row, requiresAccount } from '../../operations/row.ts'
import { type ProblemCode, problems } from '../response/problems.ts'

/** Whether the operation answers pages, which tokens lead to. */
const hasPages = ({ query }: Operation): boolean => {
  const { properties } = query === undefined ? {} : schemaOf(query as t.Mixed)
  return typeof properties === 'object' && properties !== null && 'next' in properties
}

/** Codes of what comes before an operation: its place, its key and its limits. */
const codesBefore = ({ path, permission, isProbe, hasData }: Row): readonly ProblemCode[] => [
  'invalid-request',
  ...(isProbe ? [] : (['rate-limited', 'overloaded', 'draining'] as const)),
  ...(permission === 'public' ? [] : (['key-missing', 'key-invalid', 'key-in-query'] as const)),
  ...(permission === 'public' ? [] : (['permission-missing', 'store-unavailable'] as const)),
  ...(permission !== 'public' && path.includes(':accountId') ? (['account-not-on-key'] as const) : []),
  ...(permission !== 'public' && path.includes(':orgId') ? (['organisation-not-on-key'] as const) : []),
  ...(hasData === false ? [] : (['store-unavailable'] as const)),
  // the products of a campaign may be read for any of its operations
  ...(path.includes(':retailCampaignIdx') ? (['index-not-ready'] as const) : []),
  ...(hasData === false && !path.includes(':') ? [] : (['not-found'] as const)),
]

const codesOfQuery = ({ hasData, operation }: Row): readonly ProblemCode[] => [
  ...(hasData === false ? [] : (['invalid-position', 'read-models-behind', 'file-damaged'] as const)),
  ...(hasPages(operation) ? (['invalid-cursor'] as const) : []),
]

const codesOfBody = (command: Command): readonly ProblemCode[] => {
  if (command.multipart) return ['malformed-form', 'too-large', 'unsupported-media-type']
  if (command.form) return ['too-large', 'malformed-json', 'unsupported-media-type']
  return command.body ? ['malformed-json', 'json-too-deep', 'too-large', 'unsupported-media-type'] : []
}

const codesOfCommand = ({ method, permission }: Row, command: Command): readonly ProblemCode[] => [
  ...codesOfBody(command),
  ...(method === 'POST' && permission !== 'public'
    ? (['idempotency-key-in-use', 'idempotency-key-reused'] as const)
    : []),
  ...(command.takesIfMatch ? (['stale'] as const) : []),
  'append-too-large',
  'file-damaged',
  'busy',
  'newer-release',
]

/** Codes that every operation of a kind may return. */
const generalCodes = (row: Row): readonly ProblemCode[] => [
  ...codesBefore(row),
  ...(row.operation.kind === 'query' ? codesOfQuery(row) : codesOfCommand(row, row.operation)),
  'internal-error',
]

/** The codes that a row answers as problems: those that it does not answer in a shape of its own. */
export const codesOf = (row: Row): readonly ProblemCode[] => {
  const { operation } = row
  const all = new Set([...generalCodes(row), ...(operation.problems ?? [])])
  const isProblem = (code: ProblemCode) =>
    operation.refused?.({ status: problems[code].status, code, detail: '' }) === undefined ||
    (code === 'not-found' && requiresAccount(row))
  return [...all].filter(isProblem)
}
