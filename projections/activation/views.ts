import type { AnyProjection } from '../../src/engine/read/projection.ts'
import { activationsToDo } from './activations-to-do.ts'
import { endingsToDo } from './endings-to-do.ts'

export const activationViews: readonly AnyProjection[] = [activationsToDo, endingsToDo]
