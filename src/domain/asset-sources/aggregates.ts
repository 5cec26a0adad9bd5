import type { AnyAggregate } from '../shared/decider.ts'
import { assetSource } from './asset-source.ts'
import { feed } from './feed.ts'
import { feedRun } from './feed-run.ts'
import { assetSourceLabels } from './labels.ts'
import { motion } from './motion.ts'
import { motionName } from './motion-name.ts'
import { motionRun } from './motion-run.ts'

export const assetSourcesAggregates: readonly AnyAggregate[] = [
  assetSource,
  assetSourceLabels,
  feed,
  feedRun,
  motion,
  motionName,
  motionRun,
]
