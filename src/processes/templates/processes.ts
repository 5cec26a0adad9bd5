import { templateRegenerations } from './template-regenerations.ts'

/** The processes that make and edit templates. */
export const templateProcesses = [templateRegenerations] as const
