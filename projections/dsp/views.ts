import type { AnyProjection } from '../../src/engine/read/projection.ts'
import { dspConfigurations } from './dsp-configurations.ts'

export const dspViews: readonly AnyProjection[] = [dspConfigurations]
