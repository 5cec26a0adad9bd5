import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { assetSourceLabels as aggregate, evolveLabels } from '../../src/domain/asset-sources/labels.ts'
import { projectionOf } from '../../src/engine/read/projection-of.ts'

/** The labels of an asset source, in the order in which they were given. */
export const AssetSourceLabelsView = fields({ labels: t.array(t.string) })

export const assetSourceLabels = projectionOf(aggregate, {
  name: 'asset-source-labels',
  version: 1,
  codec: AssetSourceLabelsView,
  indexes: [],
  evolve: (view, event) => ({ labels: [...evolveLabels(view?.labels ?? [], event)] }),
})
