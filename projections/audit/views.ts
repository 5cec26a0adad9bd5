import type { AnyProjection } from '../../src/engine/read/projection.ts'
import { accountEvents } from './account-events.ts'

export const auditViews: readonly AnyProjection[] = [accountEvents]
