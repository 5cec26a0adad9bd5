import type { AnyProjection } from '../../src/engine/read/projection.ts'
import { dspConfigurations } from './dsp-configurations.ts'
import { dspGrants } from './dsp-grants.ts'

export const dspViews: readonly AnyProjection[] = [dspConfigurations, dspGrants]
