import type { AnyAggregate } from '../shared/decider.ts'
import { assetSource } from './asset-source.ts'
import { droppedRows } from './dropped-rows.ts'
import { feed } from './feed.ts'
import { feedRun } from './feed-run.ts'
import { assetSourceLabels } from './labels.ts'
import { motion } from './motion.ts'
import { motionName } from './motion-name.ts'
import { motionRun } from './motion-run.ts'
import { recommendation } from './recommendation.ts'
import { sourceViews } from './source-views.ts'

export const assetSourcesAggregates: readonly AnyAggregate[] = [
  assetSource,
  assetSourceLabels,
  droppedRows,
  feed,
  feedRun,
  motion,
  motionName,
  motionRun,
  recommendation,
  sourceViews,
]
