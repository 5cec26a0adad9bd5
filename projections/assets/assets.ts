import { Asset, type AssetStored, asset } from '../../src/domain/assets/asset.ts'
import { projection } from '../../src/engine/read/projection.ts'
import { isOf, streamId } from '../../src/engine/read/streams.ts'

/** The asset library: a document a path, as the list answers it. */
export const assets = projection<Asset>({
  name: 'assets',
  version: 1,
  codec: Asset,
  indexes: [],
  lists: [{ scope: ['accountId'], sort: ['path'], filters: [['size'], ['contentType']] }],
  categories: [asset.category],
  idOf: event => (isOf(asset.category, event) ? streamId(asset.category, event) : undefined),
  evolve: (_, event) => (event as unknown as AssetStored).data,
})
