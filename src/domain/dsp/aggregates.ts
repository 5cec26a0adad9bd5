import type { AnyAggregate } from '../shared/decider.ts'
import { dspConfigurations } from './configurations.ts'

export const dspAggregates: readonly AnyAggregate[] = [dspConfigurations]
