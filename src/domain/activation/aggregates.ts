import type { AnyAggregate } from '../shared/decider.ts'
import { activation } from './activation.ts'

export const activationAggregates: readonly AnyAggregate[] = [activation]
