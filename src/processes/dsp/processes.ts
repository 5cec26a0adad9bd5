import { dspExportsProcess } from './dsp-exports.ts'
import { dspPushes } from './pushing/dsp-pushes.ts'

/** The processes that react to events of the DSP. */
export const dspProcesses = [dspExportsProcess, dspPushes] as const
