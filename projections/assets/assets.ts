import { Asset, asset } from '../../src/domain/assets/asset.ts'
import { projectionOf } from '../../src/engine/read/projection-of.ts'

/** The asset library: one document per path, in the form that the list returns. */
export const assets = projectionOf(asset, {
  name: 'assets',
  version: 1,
  codec: Asset,
  indexes: [],
  lists: [{ scope: ['accountId'], sort: ['path'], filters: [['size'], ['contentType']] }],
  evolve: (_, event) => event.data,
})
