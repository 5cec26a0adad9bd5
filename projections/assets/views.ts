import type { AnyProjection } from '../../src/engine/read/projection.ts'
import { assets } from './assets.ts'

export const assetsViews: readonly AnyProjection[] = [assets]
