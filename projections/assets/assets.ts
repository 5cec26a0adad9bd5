import { Asset, asset } from '../../src/domain/assets/asset.ts'
import { projectionOf } from '../../src/engine/read/projection-of.ts'

/** The asset library: a document a path, as the list answers it. */
export const assets = projectionOf(asset, {
  name: 'assets',
  version: 1,
  codec: Asset,
  indexes: [],
  lists: [{ scope: ['accountId'], sort: ['path'], filters: [['size'], ['contentType']] }],
  evolve: (_, event) => event.data,
})
