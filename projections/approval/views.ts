import type { AnyProjection } from '../../src/engine/read/projection.ts'
import { approvalMailsToDo } from './approval-mails-to-do.ts'

export const approvalViews: readonly AnyProjection[] = [approvalMailsToDo]
