import type { AnyAggregate } from '../shared/decider.ts'
import { apiKey } from './key.ts'
import { serviceKey } from './service-key.ts'

export const keysAggregates: readonly AnyAggregate[] = [apiKey, serviceKey]
