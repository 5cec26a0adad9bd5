import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { AccountId } from '../../src/codec/names.ts'
import { RequestId } from '../../src/domain/templates/request-id.ts'
import { templateWorkflow, templateWorkflowId } from '../../src/domain/templates/workflow/workflow.ts'
import { command } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { executed } from '../../src/engine/write/steps.ts'
import { timeOf } from '../../src/ports/clock.ts'
import { StatusReply } from '../../src/templates/start-body.ts'

/** GET …/tmplGenAI/terminate-request/{requestId} (TEMPLATE-5, TEMPLATE-25): a GET with an effect, as the interface has it. */
export const terminateWorkflow = command({
  summary: 'Terminate a generation of templates',
  description:
    'What runs stops within a second, and nothing of it counts. A workflow that has ended stays as it is; the answer has its status.',
  noStore: true,
  params: t.type({ accountId: AccountId, requestId: RequestId }),
  reply: StatusReply,
  example: { reply: { requestId: 'spring-1', status: 'TERMINATED' } },
  run: ({ params: { accountId, requestId } }, work, ports) =>
    pipe(
      executed(work, templateWorkflow, templateWorkflowId(accountId, requestId), {
        kind: 'Terminate',
        at: timeOf(ports),
      }),
      TE.flatMapEither(({ state }) => reply({ requestId, status: state?.status ?? 'TERMINATED' })),
    )(),
})
