import type { AnyProcess } from '../engine/react/process.ts'
import { activationProcesses } from './activation/processes.ts'
import { approvalProcesses } from './approval/processes.ts'
import { assetSourceProcesses } from './asset-sources/processes.ts'
import { cloudProcesses } from './cloud/processes.ts'
import { dspProcesses } from './dsp/processes.ts'
import { exportsProcesses } from './exports/processes.ts'
import { templatesProcesses } from './templates/processes.ts'

/** All processes of this release. */
export const processes: readonly AnyProcess[] = [
  ...activationProcesses,
  ...approvalProcesses,
  ...assetSourceProcesses,
  ...cloudProcesses,
  ...dspProcesses,
  ...exportsProcesses,
  ...templatesProcesses,
]
