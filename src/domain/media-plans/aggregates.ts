import type { AnyAggregate } from '../shared/decider.ts'
import { mediaPlan } from './media-plan.ts'

export const mediaPlansAggregates: readonly AnyAggregate[] = [mediaPlan]
