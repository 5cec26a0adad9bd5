import type { AnyProjection } from '../../src/engine/read/projection.ts'
import { queues } from './queues.ts'

export const queuesViews: readonly AnyProjection[] = [queues]
