import type { AnyAggregate } from '../shared/decider.ts'
import { approval } from './approval.ts'

export const approvalAggregates: readonly AnyAggregate[] = [approval]
