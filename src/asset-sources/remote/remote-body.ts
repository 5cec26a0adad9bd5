import type * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { Name } from '../../codec/names.ts'
import { text } from '../../codec/text.ts'
import { remoteSettingsBody } from '../../domain/asset-sources/remote.ts'
import { RolesBody } from '../../domain/asset-sources/roles.ts'
import { SourceColumn } from '../../domain/asset-sources/row-set.ts'

/** The body of createRemote and updateRemote (SOURCE-13), besides what createRemote requires. An empty additionalParams means none. */
export const remoteBody = {
  ...remoteSettingsBody,
  ...RolesBody,
  additionalParams: text({ max: 4_096 }),
  assetSourceName: Name,
  assetKeyColumn: SourceColumn,
} as const

export const RemoteChanges = fields({}, remoteBody)
export type RemoteChanges = t.TypeOf<typeof RemoteChanges>
