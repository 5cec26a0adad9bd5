import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { AccountId } from '../../src/codec/names.ts'
import { RequestId } from '../../src/domain/templates/request-id.ts'
import { adUnitSizeOf } from '../../src/domain/templates/size.ts'
import { madeIn, ShownWorkflowStatus, type Workflow } from '../../src/domain/templates/workflow/state.ts'
import { query } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import type { Blobs } from '../../src/ports/blobs.ts'
import { findWorkflow } from '../../src/templates/find-workflow.ts'

/** GET …/tmplGenAI/workflow-result/{requestId} (TEMPLATE-6): the templates as the workflow made them, once it is complete. */
export const getWorkflowResult = query({
  summary: 'Get the generated templates',
  description:
    'The first version of each template; see the conversations for edited ones. Empty until the workflow is COMPLETED.',
  noStore: true,
  params: t.type({ accountId: AccountId, requestId: RequestId }),
  reply: fields({
    requestId: t.string,
    status: ShownWorkflowStatus,
    templates: t.array(fields({ adUnitSize: t.string, html: t.string })),
  }),
  example: {
    reply: {
      requestId: 'spring-1',
      status: 'COMPLETED',
      templates: [{ adUnitSize: '300x250', html: '<p>{{productName}} {{price}}</p>' }],
    },
  },
  run: ({ params: { accountId, requestId } }, { readModels, blobs }) =>
    pipe(
      findWorkflow(readModels, accountId, requestId),
      TE.bindTo('workflow'),
      TE.bind('templates', ({ workflow }) => TE.fromTask(() => templatesOf(workflow, blobs))),
      TE.flatMapEither(({ workflow: { status }, templates }) => reply({ requestId, status, templates })),
    )(),
})

/** At most one template a size, of at most 1 MiB each (TEMPLATE-19). */
const templatesOf = async (workflow: Workflow, blobs: Pick<Blobs, 'read'>) =>
  workflow.status === 'COMPLETED'
    ? Promise.all(
        madeIn(workflow).map(async ({ htmlSha256, ...size }) => ({
          adUnitSize: adUnitSizeOf(size),
          html: (await blobs.read(htmlSha256)).toString('utf8'),
        })),
      )
    : []
