import type { AnyProjection } from '../../src/engine/read/projection.ts'
import { apiKeys } from './api-keys.ts'

export const keysViews: readonly AnyProjection[] = [apiKeys]
