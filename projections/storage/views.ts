import type { AnyProjection } from '../../src/engine/read/projection.ts'
import { heldBytes } from './held-bytes.ts'

export const storageViews: readonly AnyProjection[] = [heldBytes]
