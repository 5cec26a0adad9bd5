import {
  type TemplateWorkflowToDo,
  templateWorkflowsToDo,
} from '../../../projections/templates/template-workflows-to-do.ts'
import { type Stage, stages } from '../../domain/templates/workflow/events.ts'
import { nextStage, type Workflow, workflowRuns } from '../../domain/templates/workflow/state.ts'
import { templateWorkflow } from '../../domain/templates/workflow/workflow.ts'
import { leased } from '../../engine/react/leased.ts'
import { process, type Step } from '../../engine/react/process.ts'
import { check } from './check.ts'
import { compose } from './compose.ts'
import { publish } from './publish.ts'
import { readBrand } from './read-brand.ts'
import { ownOf, record, type StageStep } from './stage.ts'
import { untilTerminated } from './terminated.ts'

export type WorkflowAction = { readonly do: Stage }

const performers: Readonly<Record<Stage, (step: StageStep) => Promise<void>>> = {
  'read-brand': readBrand,
  compose,
  check,
  publish,
}
/** Progress of the workflow when a stage begins. */
const beginnings: Readonly<Record<Stage, number>> = { 'read-brand': 1, compose: 30, check: 90, publish: 95 }

/** The stages that have not ended, in their order: an attempt resumes where the one before has stopped. */
const nextActions = (workflow: Workflow | undefined): readonly WorkflowAction[] => {
  const next = workflow && nextStage(workflow)
  return next === undefined ? [] : stages.slice(stages.indexOf(next)).map(stage => ({ do: stage }))
}

const perform = async ({ do: stage }: WorkflowAction, step: Step<TemplateWorkflowToDo>): Promise<void> => {
  // a stage before may have ended the workflow
  const { state } = await step.work.load(templateWorkflow, step.item.id)
  if (state === undefined || !workflowRuns(state)) return
  const workflow = await record(step, { kind: 'StartStage', ...ownOf(step), stage, percentage: beginnings[stage] })
  if (workflow === undefined) return
  await untilTerminated(step, signal => performers[stage]({ ...step, signal, workflow }))
}

/** Makes the templates of workflows, stage by stage (TEMPLATE-23). */
export const templateWorkflows = process({
  name: 'template-workflows',
  todo: templateWorkflowsToDo,
  concurrency: 2,
  claim: leased(
    templateWorkflow,
    (item: TemplateWorkflowToDo) => item.id,
    state => state.attempts,
  ),
  nextActions,
  perform,
})
