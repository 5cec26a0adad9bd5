import type { AnyAggregate } from '../shared/decider.ts'
import { dspConfigurations } from './configurations.ts'
import { dspExport } from './export.ts'
import { dspGrant } from './grant.ts'
import { strangerAnswers } from './stranger-answers.ts'

export const dspAggregates: readonly AnyAggregate[] = [dspConfigurations, dspExport, dspGrant, strangerAnswers]
