import { archiving } from './archiving.ts'
import { exportsProcess } from './exports.ts'

/** What follows from the events of exports. */
export const exportsProcesses = [archiving, exportsProcess] as const
