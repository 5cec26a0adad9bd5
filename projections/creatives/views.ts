import type { AnyProjection } from '../../src/engine/read/projection.ts'
import { creatives } from './creatives.ts'

export const creativesViews: readonly AnyProjection[] = [creatives]
