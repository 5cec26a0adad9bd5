import { wordsOf } from '../codec/text.ts'
import { type Stage, stages } from '../domain/templates/workflow/events.ts'
import { nextStage, type Workflow, workflowRuns } from '../domain/templates/workflow/state.ts'

export const stageStatuses = ['PENDING', 'IN_PROGRESS', 'COMPLETED', 'FAILED', 'TERMINATED'] as const

/** What each status means to readers. */
export const ShownStageStatus = wordsOf(stageStatuses, {
  PENDING: 'not begun',
  IN_PROGRESS: 'begun',
  COMPLETED: 'done',
  FAILED: 'it could not be done',
  TERMINATED: 'it was stopped',
})
export type ShownStage = {
  readonly name: Stage
  readonly status: (typeof stageStatuses)[number]
  readonly startedAt?: string
  readonly endedAt?: string
  /** What people are to know of it. */
  readonly detail?: string
}

const detailOf = ({ brandReused }: Workflow, name: Stage): { readonly detail?: string } =>
  name !== 'read-brand' || brandReused === undefined
    ? {}
    : { detail: `Used again: the brand that was read for “${brandReused.requestId}” at ${brandReused.readAt}.` }

/** The stages of a workflow with their times (TEMPLATE-7). The stage in which a workflow was ended has its status, and its end. */
export const stagesShown = (workflow: Workflow): ShownStage[] =>
  stages.map(name => {
    const found = workflow.stages.find(stage => stage.name === name)
    if (found === undefined) return { name, status: 'PENDING' }
    if (found.endedAt !== undefined) return { ...found, status: 'COMPLETED', ...detailOf(workflow, name) }
    if (workflowRuns(workflow)) return { ...found, status: 'IN_PROGRESS' }
    const { stoppedAt } = workflow
    const status = workflow.status === 'TERMINATED' ? 'TERMINATED' : 'FAILED'
    return { ...found, ...(stoppedAt === undefined ? {} : { endedAt: stoppedAt }), status }
  })

/** The stage that a workflow is in, or was ended in; the last one when it is complete. */
export const stageOf = (workflow: Workflow): Stage => nextStage(workflow) ?? 'publish'
