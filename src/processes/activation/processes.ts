import { activationProcess } from './activation.ts'
import { endings } from './endings.ts'

/** The processes that react to activation events. */
export const activationProcesses = [activationProcess, endings] as const
