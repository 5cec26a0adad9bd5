import { templateRegenerations } from './template-regenerations.ts'
import { templateWorkflows } from './template-workflows.ts'

/** The processes that make and edit templates. */
export const templatesProcesses = [templateRegenerations, templateWorkflows] as const
