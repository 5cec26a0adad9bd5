import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { Name } from '../../codec/names.ts'
import { oneOf, text } from '../../codec/text.ts'
import { At, fact } from '../shared/fact.ts'
import { count } from '../shared/wording.ts'
import { RemoteSettings } from './remote.ts'
import { ColumnRoles } from './roles.ts'
import { Load } from './row-set.ts'

/** Types of sources that have rows of their own; the uploaded one of a retail campaign has its creatives. */
export const sourceTypes = ['inline', 'feed', 'remote', 'motion', 'recommendation'] as const

/** An asset source exists; its rows come with AssetSourceLoaded. */
export const AssetSourceCreated = fact(
  'AssetSourceCreated',
  fields({
    accountId: t.string,
    assetSourceId: integer(1),
    assetSourceType: oneOf(...sourceTypes),
    assetSourceName: Name,
    roles: ColumnRoles,
    at: At,
  }),
  ({ assetSourceName, assetSourceType }) => `The asset source “${assetSourceName}” (${assetSourceType}) was created.`,
)
/** The name of an asset source, or what its columns are for, changed. */
export const AssetSourceChanged = fact(
  'AssetSourceChanged',
  fields({ assetSourceName: Name, roles: ColumnRoles, at: At }),
  ({ assetSourceName }) => `The settings of the asset source “${assetSourceName}” changed.`,
)
/** The rows of the asset source are fetched by these settings from now on. */
export const RemoteConfigured = fact(
  'RemoteConfigured',
  fields({ remote: RemoteSettings, at: At }),
  ({ remote: { contentType, cacheTime } }) =>
    `The address of the asset source (${contentType}) was configured; its rows are kept for ${count(cacheTime, 'second')}.`,
)
/** The asset source serves these rows from now on. */
export const AssetSourceLoaded = fact(
  'AssetSourceLoaded',
  fields({ load: Load }),
  ({ load: { version, set } }) =>
    `Version ${version} of the asset source was loaded, with ${count(set.rows, 'row')} and ${count(set.columns.length, 'column')}.`,
)
/** The asset source serves the rows of an earlier version again. */
export const AssetSourceRolledBack = fact(
  'AssetSourceRolledBack',
  fields({ version: integer(1), at: At }),
  ({ version }) => `The asset source was rolled back to version ${version}.`,
)

export const AssetSourceEvent = t.union([
  AssetSourceCreated,
  AssetSourceChanged,
  RemoteConfigured,
  AssetSourceLoaded,
  AssetSourceRolledBack,
])
export type AssetSourceEvent = t.TypeOf<typeof AssetSourceEvent>

/** A label of an asset source (SOURCE-2). */
export const Label = text({ min: 1, max: 64 })

/** The asset source has this label. */
export const AssetSourceLabelled = fact(
  'AssetSourceLabelled',
  fields({ label: Label, at: At }),
  ({ label }) => `The asset source was given the label “${label}”.`,
)
/** The asset source no longer has this label. */
export const AssetSourceUnlabelled = fact(
  'AssetSourceUnlabelled',
  fields({ label: Label, at: At }),
  ({ label }) => `The label “${label}” was removed from the asset source.`,
)
export const LabelEvent = t.union([AssetSourceLabelled, AssetSourceUnlabelled])
export type LabelEvent = t.TypeOf<typeof LabelEvent>
