import * as E from 'fp-ts/lib/Either.js'
import { type AttemptCommand, type AttemptEvents, claimLost, decideAttempt, ifHeld } from '../../shared/claim.ts'
import { type Aggregate, type Rejection, rejection } from '../../shared/decider.ts'
import { decideJob, isOfOperator, type JobCommand } from '../../shared/job.ts'
import type { TemplateSize } from '../size.ts'
import { TemplateWorkflowEvent, type WorkflowData } from './events.ts'
import { evolveWorkflow } from './evolve.ts'
import { isOf, isPastRetry, nextStage, sourceFilesOf, type Workflow, workflowRuns } from './state.ts'

/** The start by a caller, what the worker of an attempt records, and the end by a caller. */
export type TemplateWorkflowCommand =
  | AttemptCommand
  | JobCommand
  | ({ readonly kind: 'Initiate' } & WorkflowData<'TemplateWorkflowInitiated'>)
  | ({ readonly kind: 'StartStage' } & WorkflowData<'TemplateStageStarted'>)
  | ({ readonly kind: 'ReadBrand' } & WorkflowData<'TemplateBrandRead'>)
  | ({ readonly kind: 'Compose' } & WorkflowData<'TemplateComposed'>)
  /** A size that the generator cannot make. */
  | ({ readonly kind: 'SkipSize' } & WorkflowData<'TemplateNotComposed'>)
  | ({ readonly kind: 'EndStage' } & WorkflowData<'TemplateStageEnded'>)
  | ({ readonly kind: 'Complete'; readonly attempt: number } & WorkflowData<'TemplateWorkflowCompleted'>)
  /** No further attempt could change the outcome. */
  | ({ readonly kind: 'GiveUp'; readonly attempt: number } & WorkflowData<'TemplateWorkflowFailed'>)
  | { readonly kind: 'Terminate'; readonly at: string }
  /** The files of its sources were deleted. */
  | { readonly kind: 'DropSources'; readonly at: string }

type Decided = E.Either<Rejection, readonly TemplateWorkflowEvent[]>
type Of<K extends TemplateWorkflowCommand['kind']> = Extract<TemplateWorkflowCommand, { kind: K }>

const missing = E.left(rejection('not-found', 'There is no such workflow on this account.'))
const reused = E.left(
  rejection('request-id-reused', 'This requestId was used for another request. Choose a new one.', {
    errors: [{ pointer: '/requestId', code: 'reused', detail: 'must be new, or sent with the same request' }],
  }),
)

const withoutSources = E.left(
  rejection(
    'workflow-sources-deleted',
    'The generation ended more than 24 hours ago, and the files that it was started with were deleted. Start another one with the same files under a new requestId.',
  ),
)

const attemptEvents: AttemptEvents<TemplateWorkflowEvent> = {
  repeated: data => ({ type: 'TemplateWorkflowAttemptFailed', data }),
  failed: ({ reason, at }) => ({ type: 'TemplateWorkflowFailed', data: { reason, at } }),
}

const initiate = (state: Workflow | undefined, { kind: _, ...data }: Of<'Initiate'>): Decided => {
  if (state === undefined) return E.right([{ type: 'TemplateWorkflowInitiated', data }])
  return state.digest === data.digest ? E.right([]) : reused
}

const isOpen = (state: Workflow, size: TemplateSize): boolean => !state.outcomes.some(isOf(size))

/** Nothing if the fact is recorded already, by this attempt or one before. */
const once = (state: Workflow, attempt: number, isNew: boolean, event: TemplateWorkflowEvent): Decided =>
  isNew ? ifHeld(state.attempts, attempt, event) : ifHeld(state.attempts, attempt)

const worked = (
  state: Workflow,
  command: Exclude<TemplateWorkflowCommand, JobCommand | Of<'Initiate'> | Of<'Terminate'> | Of<'DropSources'>>,
): Decided => {
  if (!workflowRuns(state)) return claimLost('the workflow is over')
  switch (command.kind) {
    case 'FailAttempt':
      return decideAttempt(command, state.attempts, attemptEvents)
    case 'StartStage': {
      const { kind: _, ...data } = command
      const isNew = !state.stages.some(({ name }) => name === data.stage)
      return once(state, data.attempt, isNew, { type: 'TemplateStageStarted', data })
    }
    case 'ReadBrand': {
      const { kind: _, ...data } = command
      return once(state, data.attempt, state.briefSha256 === undefined, { type: 'TemplateBrandRead', data })
    }
    case 'Compose': {
      const { kind: _, ...data } = command
      return once(state, data.attempt, isOpen(state, command), { type: 'TemplateComposed', data })
    }
    case 'SkipSize': {
      const { kind: _, ...data } = command
      return once(state, data.attempt, isOpen(state, command), { type: 'TemplateNotComposed', data })
    }
    case 'EndStage': {
      const { kind: _, ...data } = command
      return once(state, data.attempt, nextStage(state) === data.stage, { type: 'TemplateStageEnded', data })
    }
    case 'Complete': {
      const { kind: _, attempt, ...data } = command
      return ifHeld(state.attempts, attempt, { type: 'TemplateWorkflowCompleted', data })
    }
    case 'GiveUp': {
      const { kind: _, attempt, ...data } = command
      return ifHeld(state.attempts, attempt, { type: 'TemplateWorkflowFailed', data })
    }
  }
}

/** Whether a stage is left that reads files that are deleted. */
const lacksSources = (state: Workflow, at: string): boolean =>
  state.briefSha256 === undefined && sourceFilesOf(state).length > 0 && isPastRetry(state, new Date(at))

const dropSources = (state: Workflow, at: string): Decided => {
  const blobs = [...sourceFilesOf(state)]
  const isDue = blobs.length > 0 && state.sourcesDeletedAt === undefined && isPastRetry(state, new Date(at))
  return E.right(isDue ? [{ type: 'TemplateWorkflowSourcesDeleted', data: { blobs, at } }] : [])
}

const ofOperator = (state: Workflow, command: JobCommand): Decided => {
  if (command.kind === 'RetryJob' && state.status === 'FAILED' && lacksSources(state, command.at)) return withoutSources
  const job = { goesOn: workflowRuns(state), failed: state.status === 'FAILED', attempts: state.attempts }
  return decideJob(command, job, { ...attemptEvents, retried: data => ({ type: 'TemplateWorkflowRetried', data }) })
}

/** A generation of templates (TEMPLATE-5, TEMPLATE-23); its stream is `template-workflow-<account>:<requestId>`. */
export const templateWorkflow: Aggregate<TemplateWorkflowCommand, Workflow | undefined, TemplateWorkflowEvent> = {
  category: 'template-workflow',
  subject: 'account',
  events: TemplateWorkflowEvent,
  initialState: undefined,
  evolve: evolveWorkflow,
  decide(command, state) {
    if (command.kind === 'Initiate') return initiate(state, command)
    if (state === undefined) return missing
    if (isOfOperator(command)) return ofOperator(state, command)
    if (command.kind === 'DropSources') return dropSources(state, command.at)
    if (command.kind !== 'Terminate') return worked(state, command)
    return E.right(workflowRuns(state) ? [{ type: 'TemplateWorkflowTerminated', data: { at: command.at } }] : [])
  },
}

/** The id of a workflow's stream and document: `acme:spring-1`. */
export const templateWorkflowId = (accountId: string, requestId: string): string => `${accountId}:${requestId}`
