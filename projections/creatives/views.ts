import type { AnyProjection } from '../../src/engine/read/projection.ts'
import { creatives } from './creatives.ts'
import { missingFiles } from './missing-files.ts'

export const creativesViews: readonly AnyProjection[] = [creatives, missingFiles]
