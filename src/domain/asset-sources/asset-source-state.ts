import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { oneOf } from '../../codec/text.ts'
import { type AssetSourceEvent, sourceTypes } from './events.ts'
import { ReadLoad } from './read-load.ts'
import { RemoteSettings } from './remote.ts'
import { keyColumnsOf, ColumnRoles as Roles } from './roles.ts'

/** Versions that an asset source can be rolled back to, the serving one included. */
export const keptVersions = 5

/** An asset source with rows of its own. `serving` is the version that it serves; 0 before its first load. */
export const AssetSource = fields(
  {
    accountId: t.string,
    assetSourceId: integer(1),
    assetSourceType: oneOf(...sourceTypes),
    assetSourceName: t.string,
    roles: Roles,
    serving: integer(0),
    lastVersion: integer(0),
    /** Oldest first. */
    loads: t.array(ReadLoad),
  },
  { remote: RemoteSettings },
)
export type AssetSource = t.TypeOf<typeof AssetSource>

/** The load that a source serves; undefined before the first. */
export const servedLoad = ({ loads, serving }: Pick<AssetSource, 'loads' | 'serving'>): ReadLoad | undefined =>
  loads.find(({ version }) => version === serving)

/** The asset source after an event; shared by the aggregate and the read model. */
export const evolveAssetSource = (state: AssetSource | undefined, event: AssetSourceEvent): AssetSource | undefined => {
  if (event.type === 'AssetSourceCreated') {
    const { at: _, ...created } = event.data
    return { ...created, serving: 0, lastVersion: 0, loads: [] }
  }
  if (state === undefined) return undefined
  switch (event.type) {
    case 'AssetSourceChanged': {
      const { assetSourceName, roles } = event.data
      return { ...state, assetSourceName, roles }
    }
    case 'RemoteConfigured':
      return { ...state, remote: event.data.remote }
    case 'AssetSourceLoaded': {
      const last = { ...event.data.load, readBy: keyColumnsOf(state.roles) }
      const loads = [...state.loads, last].slice(-keptVersions)
      return { ...state, loads, serving: last.version, lastVersion: last.version }
    }
    case 'AssetSourceRolledBack':
      return { ...state, serving: event.data.version }
  }
}
