import type { AnyAggregate } from '../shared/decider.ts'
import { assetSource } from './asset-source.ts'
import { feed } from './feed.ts'
import { feedRun } from './feed-run.ts'
import { assetSourceLabels } from './labels.ts'

export const assetSourcesAggregates: readonly AnyAggregate[] = [assetSource, assetSourceLabels, feed, feedRun]
