import { activationProcess } from './activation.ts'
import { endings } from './endings.ts'

/** What follows from the events of activations. */
export const activationProcesses = [activationProcess, endings] as const
