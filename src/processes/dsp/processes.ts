import { dspExportsProcess } from './dsp-exports.ts'

/** The processes that react to events of the DSP. */
export const dspProcesses = [dspExportsProcess] as const
