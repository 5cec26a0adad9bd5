import type { AnyProjection } from '../../src/engine/read/projection.ts'
import { mediaPlans } from './media-plans.ts'

export const mediaPlansViews: readonly AnyProjection[] = [mediaPlans]
