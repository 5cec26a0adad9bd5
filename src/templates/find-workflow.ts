import { templateWorkflows } from '../../projections/templates/template-workflows.ts'
import { type Rejection, rejection } from '../domain/shared/decider.ts'
import type { Workflow } from '../domain/templates/workflow/state.ts'
import { templateWorkflowId } from '../domain/templates/workflow/workflow.ts'
import { requireDocument } from '../engine/read/documents.ts'
import type * as TE from '../engine/task-either.ts'
import type { ReadModels } from '../ports/read-models.ts'

/** A workflow of an account; `not-found` if there is none, or it belongs to another account. */
export const findWorkflow = (
  readModels: Pick<ReadModels, 'get'>,
  accountId: string,
  requestId: string,
): TE.TaskEither<Rejection, Workflow> =>
  requireDocument(readModels, templateWorkflows, templateWorkflowId(accountId, requestId), noWorkflow)

const noWorkflow = rejection('not-found', 'There is no such workflow on this account.')
