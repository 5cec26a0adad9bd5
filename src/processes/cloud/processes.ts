import { cloudCopies } from './cloud-copies.ts'

/** What follows from the events of cloud services. */
export const cloudProcesses = [cloudCopies] as const
