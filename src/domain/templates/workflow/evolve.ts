import { ended as endedAttempt, notDone, renewed, untouched } from '../../shared/claim.ts'
import type { Stage, TemplateWorkflowEvent, WorkflowData } from './events.ts'
import type { Outcome, Workflow } from './state.ts'

const initiated = ({ at: _, ...request }: WorkflowData<'TemplateWorkflowInitiated'>): Workflow => ({
  ...request,
  status: 'INITIATED',
  percentage: 0,
  stages: [],
  outcomes: [],
  brandWarnings: [],
  conversations: [],
  attempts: untouched,
})

const originOf = ({ brandKey, reusedFrom, at }: WorkflowData<'TemplateBrandRead'>): Partial<Workflow> => {
  if (reusedFrom !== undefined) return { brandReused: reusedFrom }
  return brandKey === undefined ? {} : { brandRead: { key: brandKey, at } }
}
const begun = (workflow: Workflow, name: Stage, startedAt: string): Workflow =>
  workflow.stages.some(stage => stage.name === name)
    ? workflow
    : { ...workflow, stages: [...workflow.stages, { name, startedAt }] }
const ended = (workflow: Workflow, name: Stage, endedAt: string): Workflow => ({
  ...workflow,
  stages: workflow.stages.map(stage => (stage.name === name ? { ...stage, endedAt } : stage)),
})
const reached = (workflow: Workflow, percentage: number): Workflow => ({
  ...workflow,
  percentage: Math.max(workflow.percentage, percentage),
})
const withOutcome = (workflow: Workflow, outcome: Outcome): Workflow => ({
  ...workflow,
  outcomes: [...workflow.outcomes, outcome],
})
const over = (workflow: Workflow, status: Workflow['status'], more: Partial<Workflow> = {}): Workflow => ({
  ...workflow,
  ...more,
  status,
  attempts: endedAttempt(workflow.attempts),
})

/**
 * A failed workflow that goes on: sizes without a template are open again, because what kept them from being made may have passed. Stages
 * that have nothing to do are not repeated.
 */
const reopened = ({ reason: _, stoppedAt: __, ...workflow }: Workflow): Workflow => {
  const outcomes = workflow.outcomes.filter(({ htmlSha256 }) => htmlSha256 !== undefined)
  const again: readonly Stage[] = outcomes.length === workflow.outcomes.length ? [] : ['compose', 'check']
  const stages = workflow.stages.map(({ endedAt, ...stage }) =>
    endedAt === undefined || again.includes(stage.name) ? stage : { ...stage, endedAt },
  )
  return { ...workflow, outcomes, stages }
}

/** A workflow after an event; shared by the aggregate and the read models. */
export const evolveWorkflow = (state: Workflow | undefined, event: TemplateWorkflowEvent): Workflow | undefined => {
  if (event.type === 'TemplateWorkflowInitiated') return initiated(event.data)
  if (state === undefined) return undefined
  switch (event.type) {
    case 'TemplateStageStarted':
      return reached(begun({ ...state, status: 'IN_PROGRESS' }, event.data.stage, event.data.at), event.data.percentage)
    case 'TemplateBrandRead': {
      const { briefSha256, warnings: brandWarnings, designSizes, percentage, at } = event.data
      const own = designSizes === undefined ? {} : { designSizes }
      const known = { ...state, ...originOf(event.data), ...own, briefSha256, brandWarnings }
      return reached(ended(known, 'read-brand', at), percentage)
    }
    case 'TemplateComposed': {
      const { width, height, htmlSha256, generator, warnings, provenance, percentage } = event.data
      const made = { width, height, htmlSha256, generator, warnings, provenance }
      return reached(withOutcome(state, made), percentage)
    }
    case 'TemplateNotComposed': {
      const { width, height, reason, percentage } = event.data
      return reached(withOutcome(state, { width, height, reason, warnings: [] }), percentage)
    }
    case 'TemplateStageEnded':
      return reached(ended(state, event.data.stage, event.data.at), event.data.percentage)
    case 'TemplateWorkflowAttemptFailed':
      return { ...state, attempts: notDone(state.attempts, event.data) }
    case 'TemplateWorkflowCompleted': {
      const { templates, at } = event.data
      // also stages that a retry opened again
      const stages = state.stages.map(stage => ({ ...stage, endedAt: stage.endedAt ?? at }))
      return over(state, 'COMPLETED', { stages, conversations: templates, percentage: 100 })
    }
    case 'TemplateWorkflowFailed':
      return over(state, 'FAILED', { reason: event.data.reason, stoppedAt: event.data.at })
    case 'TemplateWorkflowRetried': {
      const next = state.status === 'FAILED' ? reopened(state) : state
      return { ...next, status: 'IN_PROGRESS', attempts: renewed(state.attempts) }
    }
    case 'TemplateWorkflowTerminated':
      return over(state, 'TERMINATED', { stoppedAt: event.data.at })
    case 'TemplateWorkflowSourcesDeleted':
      return { ...state, sourcesDeletedAt: event.data.at }
  }
}
