import type { AnyProjection } from '../../src/engine/read/projection.ts'
import { cloudCopiesToDo } from './cloud-copies-to-do.ts'
import { cloudServices } from './cloud-services.ts'

export const cloudViews: readonly AnyProjection[] = [cloudCopiesToDo, cloudServices]
