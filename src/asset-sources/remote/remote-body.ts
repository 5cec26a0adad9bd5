import type * as t from 'io-ts'
import { about } from '../../codec/described.ts'
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
  additionalParams: about(
    text({ max: 4_096 }),
    'Further parameters, `a=1&b=2`: added to the address, or with POST the body. Stored encrypted; empty: none.',
  ),
  assetSourceName: about(Name, 'The name of the asset source.'),
  assetKeyColumn: about(SourceColumn, 'The column whose value identifies a row.'),
} as const

export const RemoteChanges = fields({}, remoteBody)
export type RemoteChanges = t.TypeOf<typeof RemoteChanges>
