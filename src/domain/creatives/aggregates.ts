import type { AnyAggregate } from '../shared/decider.ts'
import { creatives } from './creatives.ts'

export const creativesAggregates: readonly AnyAggregate[] = [creatives]
