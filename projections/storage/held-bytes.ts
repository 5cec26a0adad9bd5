import { assetSource } from '../../src/domain/asset-sources/asset-source.ts'
import { droppedRows } from '../../src/domain/asset-sources/dropped-rows.ts'
import { sourceViews } from '../../src/domain/asset-sources/source-views.ts'
import { asset } from '../../src/domain/assets/asset.ts'
import { assetOfId } from '../../src/domain/assets/asset-id.ts'
import { exportKeyOf, exportOf } from '../../src/domain/exports/export.ts'
import { partsOfId } from '../../src/domain/shared/parts-of-id.ts'
import {
  HeldBytes,
  nothing,
  withFile,
  withFileForEver,
  withoutFile,
  withoutVersions,
  withVersion,
} from '../../src/domain/storage/held.ts'
import { on, projectionOn } from '../../src/engine/read/projection-of.ts'

/** Documents among which the asset sources of an account are shared out, so that none grows with all of them; and as many for its campaigns. */
const shares = 32

/** The document that counts the asset library of an account. */
export const ofLibrary = (accountId: string): string => `${accountId}:library`
/** The document that counts the rows of an asset source. */
export const ofRows = (accountId: string, assetSourceId: number): string =>
  `${accountId}:rows:${assetSourceId % shares}`
/** The document that counts the exports of a campaign. */
export const ofExports = (accountId: string, retailCampaignIdx: number): string =>
  `${accountId}:exports:${retailCampaignIdx % shares}`

/** All documents that count bytes of an account. */
export const documentsOf = (accountId: string): readonly string[] => [
  ofLibrary(accountId),
  ...Array.from({ length: shares }, (_, share) => [ofRows(accountId, share), ofExports(accountId, share)]).flat(),
]

const accountOf = (stream: string): string => partsOfId(stream)[0]
/** The document of an asset source, from the id of one of its streams. */
const ofSource = (stream: string): string => {
  const [accountId, number] = partsOfId(stream)
  return ofRows(accountId, Number(number))
}

/** The bytes of files that each account holds, from the events that name them until those that say that they were deleted (HTTP-32). */
export const heldBytes = projectionOn<HeldBytes>({ name: 'held-bytes', version: 1, codec: HeldBytes, indexes: [] }, [
  on(asset, {
    idOf: (_, stream) => ofLibrary(assetOfId(stream).accountId),
    evolve: (held, { data: { accountId, size } }) => withFileForEver(held ?? nothing(accountId), size),
  }),
  on(assetSource, {
    idOf: ({ type }, stream) => (type === 'AssetSourceLoaded' ? ofSource(stream) : undefined),
    evolve(held, event, stream) {
      if (event.type !== 'AssetSourceLoaded') return held
      const { version, set } = event.data.load
      return withVersion(held ?? nothing(accountOf(stream)), stream, version, set.bytes)
    },
  }),
  on(droppedRows, {
    idOf: (_, stream) => ofSource(stream),
    evolve: (held, { data: { version } }, stream) => held && withoutVersions(held, stream, version),
  }),
  on(sourceViews, {
    idOf: (_, stream) => ofSource(stream),
    evolve(held, event, stream) {
      if (event.type === 'AssetSourceViewsDropped') return held && withoutFile(held, stream, event.data.blob)
      const { blob, bytes } = event.data.set
      return withFile(held ?? nothing(accountOf(stream)), stream, blob, bytes)
    },
  }),
  on(exportOf, {
    idOf({ type }, stream) {
      if (type !== 'ExportCompleted' && type !== 'ExportMadeAvailable' && type !== 'ExportFileDropped') return undefined
      const { accountId, retailCampaignIdx } = exportKeyOf(stream)
      return ofExports(accountId, retailCampaignIdx)
    },
    evolve(held, event, stream) {
      switch (event.type) {
        case 'ExportCompleted':
        case 'ExportMadeAvailable':
          return withFile(held ?? nothing(accountOf(stream)), stream, event.data.zip, event.data.size)
        case 'ExportFileDropped':
          return held && withoutFile(held, stream, event.data.zip)
        default:
          return held
      }
    },
  }),
])
