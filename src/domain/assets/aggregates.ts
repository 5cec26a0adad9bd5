import type { AnyAggregate } from '../shared/decider.ts'
import { asset } from './asset.ts'

export const assetsAggregates: readonly AnyAggregate[] = [asset]
