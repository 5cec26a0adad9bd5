import type { AnyProjection } from '../../src/engine/read/projection.ts'
import { assetSourceLabels } from './asset-source-labels.ts'
import { assetSources } from './asset-sources.ts'
import { feedRunsToDo } from './feed-runs-to-do.ts'
import { feeds } from './feeds.ts'
import { feedsToRun } from './feeds-to-run.ts'
import { motionAssets } from './motion-assets.ts'
import { motionRunsToDo } from './motion-runs-to-do.ts'
import { recommendationRunsToDo } from './recommendation-runs-to-do.ts'
import { recommendations } from './recommendations.ts'
import { recommendationsToRun } from './recommendations-to-run.ts'
import { viewsToDrop } from './views-to-drop.ts'

export const assetSourcesViews: readonly AnyProjection[] = [
  assetSources,
  assetSourceLabels,
  feedRunsToDo,
  feeds,
  feedsToRun,
  motionAssets,
  motionRunsToDo,
  recommendationRunsToDo,
  recommendations,
  recommendationsToRun,
  viewsToDrop,
]
