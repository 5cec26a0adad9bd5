import type { AnyAggregate } from '../shared/decider.ts'
import { cloudCopy } from './copy.ts'
import { cloudService } from './service.ts'

export const cloudAggregates: readonly AnyAggregate[] = [cloudCopy, cloudService]
