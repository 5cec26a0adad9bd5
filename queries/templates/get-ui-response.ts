import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { integer } from '../../src/codec/integer.ts'
import { AccountId } from '../../src/codec/names.ts'
import { oneOf } from '../../src/codec/text.ts'
import { BrandColor, BrandFont } from '../../src/domain/templates/brand.ts'
import { RequestId } from '../../src/domain/templates/request-id.ts'
import { adUnitSizeOf } from '../../src/domain/templates/size.ts'
import { stages } from '../../src/domain/templates/workflow/events.ts'
import { ShownWorkflowStatus, type Workflow, warningsOf } from '../../src/domain/templates/workflow/state.ts'
import { query } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { templatePreviewUrl } from '../../src/links/template-preview-url.ts'
import type { Ports } from '../../src/ports/ports.ts'
import { brandShown } from '../../src/templates/brand-shown.ts'
import { findWorkflow } from '../../src/templates/find-workflow.ts'
import { ShownStageStatus, stageOf, stagesShown } from '../../src/templates/stages-shown.ts'

const Brand = fields({
  name: t.string,
  colors: t.array(BrandColor),
  fonts: t.array(BrandFont),
  logoUrl: t.union([t.string, t.null]),
  tone: t.array(t.string),
})
const ShownStage = fields(
  { name: oneOf(...stages), status: ShownStageStatus },
  { startedAt: t.string, endedAt: t.string, detail: t.string },
)
const ShownTemplate = fields({ adUnitSize: t.string, previewUrl: t.string, conversationId: t.string })

/** GET …/tmplGenAI/ui-response/{requestId} (TEMPLATE-7): all that a page shows of a workflow. */
export const getUiResponse = query({
  summary: 'Get what a page shows of a generation of templates',
  description: '`brand` is there as soon as it was read, `templates` when the workflow is COMPLETED.',
  noStore: true,
  params: t.type({ accountId: AccountId, requestId: RequestId }),
  reply: fields(
    {
      requestId: t.string,
      status: ShownWorkflowStatus,
      progress: integer(0, 100),
      stage: oneOf(...stages),
      stages: t.array(ShownStage),
      inventoryType: t.string,
      templates: t.array(ShownTemplate),
      warnings: t.array(t.string),
      error: t.union([t.string, t.null]),
    },
    { brand: Brand },
  ),
  run: ({ params: { accountId, requestId }, origin }, ports) =>
    pipe(
      findWorkflow(ports.readModels, accountId, requestId),
      TE.bindTo('workflow'),
      TE.bind('brand', ({ workflow }) => TE.fromTask(() => brandShown(workflow, origin, ports.blobs))),
      TE.flatMapEither(({ workflow, brand }) => {
        const { status, percentage: progress, inventoryType, reason: error = null } = workflow
        return reply({
          ...{ requestId, status, progress, inventoryType },
          stage: stageOf(workflow),
          stages: stagesShown(workflow),
          ...(brand === undefined ? {} : { brand }),
          templates: templatesOf(workflow, origin, ports),
          warnings: warningsOf(workflow),
          error,
        })
      }),
    )(),
})

const templatesOf = (
  { accountId, requestId, conversations }: Workflow,
  origin: string,
  { secrets, clock }: Pick<Ports, 'secrets' | 'clock'>,
) =>
  conversations.map(({ conversationId, ...size }) => {
    const adUnitSize = adUnitSizeOf(size)
    const previewUrl = `${origin}${templatePreviewUrl(secrets, { accountId, requestId, adUnitSize }, clock.now())}`
    return { adUnitSize, previewUrl, conversationId }
  })
