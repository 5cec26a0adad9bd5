import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { about } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { AccountId, Name } from '../../src/codec/names.ts'
import { BrandUrl } from '../../src/domain/templates/brand-url.ts'
import { RequestId } from '../../src/domain/templates/request-id.ts'
import { command } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { andThen } from '../../src/engine/write/change.ts'
import { passedOn } from '../../src/templates/passed-on.ts'
import { StartReply } from '../../src/templates/start-body.ts'
import { startedWorkflow } from '../../src/templates/start-workflow.ts'

/** POST …/tmplGenAI/sync-flow (TEMPLATE-2): templates from the address of brand guidelines. */
export const startSyncFlow = command({
  summary: 'Generate templates from brand guidelines on the web',
  description:
    'The templates are made in the background; getWorkflowStatus shows the progress. With a generative service of your own (GENERATIVE_SERVICE_URL) the body is passed on to it, and the answer is its JSON.',
  start: true,
  problems: ['request-id-reused', 'generative-service-refused', 'generative-service-unavailable'],
  params: t.type({ accountId: AccountId }),
  body: fields({
    brandUrl: about(BrandUrl, 'The address of brand guidelines on the web.'),
    retailer: about(
      fields({ id: about(Name, 'The id of the retailer.'), name: about(Name, 'The name of the retailer.') }),
      'The retailer whose shop the ads are for.',
    ),
    inventoryType: about(Name, 'Where the ads appear, for example OnSite.'),
    requestId: about(RequestId, 'Your id of the request, unique in the account.'),
  }),
  reply: StartReply,
  example: {
    body: {
      brandUrl: 'https://brand.example.com/guidelines',
      retailer: { id: '7', name: 'Fernhollow' },
      inventoryType: 'OnSite',
      requestId: 'spring-1',
    },
    reply: { requestId: 'spring-1', status: 'INITIATED', workflowId: '0a4a1f1c-2d0a-5d5e-9a55-0d3c6c0b7a11' },
  },
  run({ params: { accountId }, body }, work, ports) {
    if (ports.generativeService) return passedOn(ports.generativeService, 'sync-flow', body)()
    return pipe(
      startedWorkflow(work, ports, { accountId, ...body, files: TE.right([]) }),
      andThen(started => TE.fromEither(reply(started))),
    )
  },
})
