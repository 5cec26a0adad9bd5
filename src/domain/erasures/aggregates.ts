import type { AnyAggregate } from '../shared/decider.ts'
import { erasures } from './erasures.ts'

export const erasuresAggregates: readonly AnyAggregate[] = [erasures]
