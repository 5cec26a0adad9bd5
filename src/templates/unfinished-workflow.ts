import * as E from 'fp-ts/lib/Either.js'
import { type Rejection, rejection } from '../domain/shared/decider.ts'
import type { Workflow } from '../domain/templates/workflow/state.ts'
import { templateWorkflow, templateWorkflowId } from '../domain/templates/workflow/workflow.ts'
import type * as TE from '../engine/task-either.ts'
import type { Work } from '../engine/write/execute.ts'

/** The refusals of a request whose workflow has no templates. */
export const workflowProblems = ['workflow-running', 'workflow-failed', 'workflow-terminated'] as const

const refusalOf = ({ status, percentage, reason }: Workflow): Rejection | undefined => {
  switch (status) {
    case 'INITIATED':
    case 'IN_PROGRESS':
      return rejection('workflow-running', `The workflow of this request still runs (${percentage} %).`)
    case 'FAILED':
      return rejection('workflow-failed', `The workflow of this request failed. ${reason ?? ''}`.trim())
    case 'TERMINATED':
      return rejection('workflow-terminated', 'The workflow of this request was terminated before it had templates.')
    case 'COMPLETED':
      return undefined
  }
}

/** Names the workflow as the reason why a conversation is not found, when it has not made its templates (TEMPLATE-28). */
export const namingWorkflow =
  (work: Pick<Work, 'load'>, accountId: string, requestId: string) =>
  <A>(find: TE.TaskEither<Rejection, A>): TE.TaskEither<Rejection, A> =>
  async () => {
    const found = await find()
    if (E.isRight(found)) return found
    const isMissing = found.left.code === 'not-found' || found.left.errors?.every(({ code }) => code === 'unknown')
    if (!isMissing) return found
    const { state } = await work.load(templateWorkflow, templateWorkflowId(accountId, requestId))
    const refusal = state && refusalOf(state)
    return refusal ? E.left(refusal) : found
  }
