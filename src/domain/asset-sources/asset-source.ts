import * as E from 'fp-ts/lib/Either.js'
import { type Aggregate, type Rejection, rejection } from '../shared/decider.ts'
import { sameJson } from '../shared/digest.ts'
import { type AssetSource, evolveAssetSource, servedLoad } from './asset-source-state.ts'
import { AssetSourceEvent } from './events.ts'
import { changedSettings, fetchIdOf, type RemoteChange, type RemoteSettings } from './remote.ts'
import { type ColumnRoles, columnRoles, lacking, sameKeyColumns } from './roles.ts'
import type { RowSet } from './row-set.ts'

type Created = Extract<AssetSourceEvent, { type: 'AssetSourceCreated' }>['data']

export type AssetSourceCommand =
  | ({ readonly kind: 'CreateSource'; readonly set?: RowSet; readonly remote?: RemoteSettings } & Created)
  | {
      readonly kind: 'ChangeSource'
      readonly assetSourceType: Created['assetSourceType']
      readonly assetSourceName?: string
      readonly roles?: Partial<ColumnRoles>
      readonly remote?: RemoteChange
      /** The `fetchIdOf` that the source has after the change, as far as the sender knows: by other settings its rows were not fetched. */
      readonly fetchId?: string
      readonly set?: RowSet
      /** The same request changes something that another stream holds: the revision, which is the ETag of the source, moves in any case. */
      readonly alsoElsewhere?: boolean
      readonly at: string
    }
  /** The rows of a run of its feed, or of a fetch of a remote source (`fetchId`). */
  | { readonly kind: 'LoadRows'; readonly set: RowSet; readonly fetchId?: string; readonly at: string }
  | { readonly kind: 'RollBack'; readonly version?: number; readonly at: string }

type Decided = E.Either<Rejection, readonly AssetSourceEvent[]>

export const noSource = rejection('not-found', 'The account has no such asset source.')

const configured = (remote: RemoteSettings | undefined, at: string): readonly AssetSourceEvent[] =>
  remote === undefined ? [] : [{ type: 'RemoteConfigured', data: { remote, at } }]

const create = ({
  kind: _,
  set,
  remote,
  ...created
}: Extract<AssetSourceCommand, { kind: 'CreateSource' }>): Decided => {
  const refused = set && lacking(created.roles, set.columns)
  if (refused) return E.left(refused)
  const loaded = set
    ? [{ type: 'AssetSourceLoaded' as const, data: { load: { version: 1, set, at: created.at } } }]
    : []
  return E.right([{ type: 'AssetSourceCreated', data: created }, ...configured(remote, created.at), ...loaded])
}

/** The roles after a change; an empty text takes the role from its column. */
export const rolesAfter = (before: ColumnRoles, changed: Partial<ColumnRoles>): ColumnRoles => {
  const roles = { ...before, ...changed }
  for (const role of columnRoles) if (roles[role] === '') delete roles[role]
  return roles
}

/** Whether a source serves these rows, as read by these roles. */
const isServed = (state: AssetSource, { digest }: RowSet, roles: ColumnRoles): boolean => {
  const load = servedLoad(state)
  return load?.set.digest === digest && sameKeyColumns(load.readBy, roles)
}

const replaced = rejection('stale', 'Another request has changed the asset source meanwhile. Repeat the change.')

const change = (state: AssetSource, command: Extract<AssetSourceCommand, { kind: 'ChangeSource' }>): Decided => {
  const { assetSourceName = state.assetSourceName, set, alsoElsewhere = false, at } = command
  if (command.assetSourceType !== state.assetSourceType) return E.left(noSource)
  const roles = rolesAfter(state.roles, command.roles ?? {})
  const remote = state.remote && command.remote ? changedSettings(state.remote, command.remote) : state.remote
  if (command.fetchId !== undefined && command.fetchId !== fetchIdOf({ remote, roles })) return E.left(replaced)
  const columns = set?.columns ?? servedLoad(state)?.set.columns
  const refused = columns && lacking(roles, columns)
  if (refused) return E.left(refused)
  const before = { assetSourceName: state.assetSourceName, roles: state.roles }
  const isSame = sameJson(before, { assetSourceName, roles })
  const isLoaded = set === undefined || isServed(state, set, roles)
  return E.right([
    ...(isSame && !alsoElsewhere
      ? []
      : [{ type: 'AssetSourceChanged' as const, data: { assetSourceName, roles, at } }]),
    ...(sameJson(remote, state.remote) ? [] : configured(remote, at)),
    ...(isLoaded
      ? []
      : [{ type: 'AssetSourceLoaded' as const, data: { load: { version: state.lastVersion + 1, set, at } } }]),
  ])
}

/** Rows that were fetched by other settings are late, and those of the last load may have been rolled back from: neither is served. */
const load = (state: AssetSource, { set, fetchId, at }: Extract<AssetSourceCommand, { kind: 'LoadRows' }>): Decided => {
  const isLate = fetchId !== undefined && fetchId !== fetchIdOf(state)
  const isLast = fetchId !== undefined && state.loads.at(-1)?.set.digest === set.digest
  const { assetSourceType } = state
  return isLate || isLast ? E.right([]) : change(state, { kind: 'ChangeSource', assetSourceType, set, at })
}

const rollBack = (state: AssetSource, { version, at }: Extract<AssetSourceCommand, { kind: 'RollBack' }>): Decided => {
  const target =
    version === undefined
      ? state.loads.findLast(load => load.version < state.serving)
      : state.loads.find(load => load.version === version)
  if (target === undefined) {
    const kept = state.loads.map(load => load.version).join(', ') || 'none'
    return E.left(rejection('no-such-version', `There is no such version to roll back to. Kept versions: ${kept}.`))
  }
  if (target.version === state.serving) return E.right([])
  if (lacking(state.roles, target.set.columns))
    return E.left(
      rejection('no-such-version', `Version ${target.version} lacks a column that the asset source uses now.`),
    )
  // rows of an inline source are compared themselves, before this decision
  if (state.assetSourceType !== 'inline' && !sameKeyColumns(target.readBy, state.roles))
    return E.left(
      rejection(
        'no-such-version',
        `Version ${target.version} was read by another key or variant column than the asset source uses now.`,
      ),
    )
  return E.right([{ type: 'AssetSourceRolledBack', data: { version: target.version, at } }])
}

/** An asset source with rows of its own; its stream is `asset-source-<account>:<assetSourceId>`. */
export const assetSource: Aggregate<AssetSourceCommand, AssetSource | undefined, AssetSourceEvent> = {
  category: 'asset-source',
  subject: 'account',
  events: AssetSourceEvent,
  initialState: undefined,
  secretsIn: state => (state?.remote?.secretId === undefined ? [] : [state.remote.secretId]),
  evolve: evolveAssetSource,
  decide(command, state) {
    if (command.kind === 'CreateSource') return state === undefined ? create(command) : E.right([])
    if (state === undefined) return E.left(noSource)
    switch (command.kind) {
      case 'ChangeSource':
        return change(state, command)
      case 'LoadRows':
        return load(state, command)
      case 'RollBack':
        return rollBack(state, command)
    }
  },
}
