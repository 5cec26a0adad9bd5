import { cloudCopies } from './cloud-copies.ts'

/** The processes that react to events of cloud services. */
export const cloudProcesses = [cloudCopies] as const
