import { archiving } from './archiving.ts'
import { exportsProcess } from './exports.ts'

/** The processes that react to export events. */
export const exportsProcesses = [archiving, exportsProcess] as const
