import type { TemplateWorkflowToDo } from '../../../projections/templates/template-workflows-to-do.ts'
import { cut } from '../../domain/shared/cut.ts'
import { longestWarning, mostWarnings } from '../../domain/templates/workflow/events.ts'
import type { Workflow } from '../../domain/templates/workflow/state.ts'
import { type TemplateWorkflowCommand, templateWorkflow } from '../../domain/templates/workflow/workflow.ts'
import type { Step } from '../../engine/react/process.ts'
import { settled } from '../../engine/react/settled.ts'
import { timeOf } from '../../ports/clock.ts'

/** What a stage works with. `signal` aborts when the workflow is terminated, the claim is lost or the node stops. */
export type StageStep = Step<TemplateWorkflowToDo> & { readonly workflow: Workflow }

/** Attempt and time of what a stage records. */
export const ownOf = ({ claim: { attempt }, ports }: Pick<StageStep, 'claim' | 'ports'>) => ({
  attempt,
  at: timeOf(ports),
})

/** Records what a worker found out; gives the workflow after it. Throws ClaimLost when the workflow is over, or another worker has it. */
export const record = async (
  { item, work }: Pick<StageStep, 'item' | 'work'>,
  command: TemplateWorkflowCommand,
): Promise<Workflow | undefined> => settled(await work.execute(templateWorkflow, item.id, command)).state

/** Warnings as events have them. */
export const fewWarnings = (warnings: readonly string[]): string[] =>
  warnings.slice(0, mostWarnings).map(warning => cut(warning, longestWarning))
