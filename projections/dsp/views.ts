import type { AnyProjection } from '../../src/engine/read/projection.ts'
import { dspConfigurations } from './dsp-configurations.ts'
import { dspCreatives } from './dsp-creatives.ts'
import { dspExports } from './dsp-exports.ts'
import { dspExportsToDo } from './dsp-exports-to-do.ts'
import { dspGrants } from './dsp-grants.ts'
import { dspPushesToDo } from './dsp-pushes-to-do.ts'

export const dspViews: readonly AnyProjection[] = [
  dspConfigurations,
  dspCreatives,
  dspExports,
  dspExportsToDo,
  dspGrants,
  dspPushesToDo,
]
