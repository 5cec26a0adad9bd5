import type { AnyAggregate } from '../shared/decider.ts'
import { exportOf } from './export.ts'

export const exportsAggregates: readonly AnyAggregate[] = [exportOf]
