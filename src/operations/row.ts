import type { Permission } from '../domain/keys/permissions.ts'
import type { Operation } from '../engine/operation.ts'

export type Method = 'GET' | 'PUT' | 'POST' | 'DELETE'

/** Where an operation is served, and what calling it requires. */
export type Placed = {
  readonly operationId: string
  readonly method: Method
  /** `:name` stands for a parameter, `*name` (last) for the rest of the path, slashes included. */
  readonly path: string
  /** `public`: no key. `any`: any key; the operation itself checks a permission. */
  readonly permission: Permission | 'public' | 'any'
  // biome-ignore lint/suspicious/noExplicitAny: the table holds operations of every shape
  readonly operation: Operation<any, any, any, any, any>
}
/** What applies to a few rows only. */
export type Exceptions = {
  /** false: a page of the service itself, which is the same at every position of the log. */
  readonly hasData?: false
  /** true: asked by load balancers, so it is not limited by address. */
  readonly isProbe?: true
}
/** A row of the operation table. `area` is the tag of the operation in the OpenAPI document. */
export type Row = Placed & Exceptions & { readonly area: string }

/** Whether the account in the path of a row must exist (PROVISION-9). Public pages say themselves what they do not have. */
export const requiresAccount = ({ path, permission, operation }: Row): boolean =>
  permission !== 'public' &&
  path.split('/').includes(':accountId') &&
  !(operation.kind === 'command' && operation.makesAccount)

/** The rows of one area of the interface. */
export const area = (name: string, rows: readonly (Placed & Exceptions)[]): readonly Row[] =>
  rows.map(row => ({ ...row, area: name }))

type ParamsOf<Path extends string> = Path extends `${infer Head}/${infer Rest}`
  ? ParamsOf<Head> | ParamsOf<Rest>
  : Path extends `:${infer Name}` | `*${infer Name}`
    ? Name
    : never
type Missing<Path extends string, P> = Exclude<ParamsOf<Path>, keyof P>
type Fits<Path extends string, P> = [Missing<Path, P>] extends [never]
  ? unknown
  : { readonly 'the path names parameters that the codec lacks': Missing<Path, P> }

const row =
  (method: Method) =>
  <const Path extends string, P, Q, B, R, N extends string>(
    path: Path,
    permission: Permission | 'public' | 'any',
    named: Readonly<Record<string, Operation<P, Q, B, R, N> & Fits<Path, P>>>,
  ): Placed => {
    const [operationId, operation] = Object.entries(named)[0] ?? []
    if (!operationId || !operation) throw new Error(`${method} ${path} names no operation`)
    return { operationId, method, path, permission, operation }
  }

export const get = row('GET')
export const put = row('PUT')
export const post = row('POST')
export const del = row('DELETE')
