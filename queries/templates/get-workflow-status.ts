import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { integer } from '../../src/codec/integer.ts'
import { AccountId } from '../../src/codec/names.ts'
import { RequestId } from '../../src/domain/templates/request-id.ts'
import { ShownWorkflowStatus } from '../../src/domain/templates/workflow/state.ts'
import { query } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { findWorkflow } from '../../src/templates/find-workflow.ts'

/** GET …/tmplGenAI/workflow-status/{requestId} (TEMPLATE-6); `progress` is a percentage that never falls. */
export const getWorkflowStatus = query({
  summary: 'Get the status of a generation of templates',
  noStore: true,
  params: t.type({ accountId: AccountId, requestId: RequestId }),
  reply: fields({ requestId: t.string, status: ShownWorkflowStatus, progress: integer(0, 100) }),
  example: { reply: { requestId: 'spring-1', status: 'IN_PROGRESS', progress: 45 } },
  run: ({ params: { accountId, requestId } }, { readModels }) =>
    pipe(
      findWorkflow(readModels, accountId, requestId),
      TE.flatMapEither(({ status, percentage: progress }) => reply({ requestId, status, progress })),
    )(),
})
