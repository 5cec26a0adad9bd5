import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { AccountId } from '../../src/codec/names.ts'
import { text } from '../../src/codec/text.ts'
import { type Rejection, rejection } from '../../src/domain/shared/decider.ts'
import { RequestId } from '../../src/domain/templates/request-id.ts'
import { adUnitSizeOf } from '../../src/domain/templates/size.ts'
import { madeIn } from '../../src/domain/templates/workflow/state.ts'
import { query, type RawReply } from '../../src/engine/operation.ts'
import { rawReply, refuse } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { mustBeSigned } from '../../src/links/signed-url.ts'
import { templatePreviewPath } from '../../src/links/template-preview-url.ts'
import type { Ports } from '../../src/ports/ports.ts'
import { draw } from '../../src/rendering/draw.ts'
import { findWorkflow } from '../../src/templates/find-workflow.ts'
import { type SampleAd, sampleAd } from '../../src/templates/sample-ad.ts'

const AdUnitSize = text({ pattern: /^\d{1,4}x\d{1,4}$/, must: 'must be <width>x<height>', max: 9 })

/** GET /template-previews/…/{adUnitSize}: a generated template with a sample product as PNG, by a signed link (TEMPLATE-24). */
export const getTemplatePreview = query({
  summary: 'Preview a generated template by a signed link',
  extension: true,
  noStore: true,
  problems: ['link-invalid', 'link-expired', 'picture-missing', 'document-too-costly', 'renderer-unavailable'],
  params: t.type({ accountId: AccountId, requestId: RequestId, adUnitSize: AdUnitSize }),
  query: fields({}, { expires: text({ max: 20 }), signature: text({ max: 100 }) }),
  reply: { media: 'image/png' },
  run: ({ params, query: signed }, ports) =>
    pipe(
      TE.fromEither(mustBeSigned(expired, ports.secrets, templatePreviewPath(params), signed, ports.clock.now())),
      TE.flatMap(() => findWorkflow(ports.readModels, params.accountId, params.requestId)),
      TE.flatMap(workflow =>
        TE.fromNullable(noTemplate)(madeIn(workflow).find(made => adUnitSizeOf(made) === params.adUnitSize)),
      ),
      TE.flatMap(made => picture(sampleAd(params.accountId, made), ports)),
    )(),
})

const expired = 'This preview link has expired. Call getUiResponse for a new one.'
const noTemplate = rejection('not-found', 'The workflow has no template in this size.')

const picture =
  (ad: SampleAd, ports: Ports): TE.TaskEither<Rejection, RawReply> =>
  async () => {
    const drawn = await draw({ ...ad, format: 'png', scale: 1, isPublic: true }, ports)
    if ('bytes' in drawn) return rawReply({ raw: drawn.bytes, contentType: 'image/png' })
    const code = drawn.code === 'document-too-costly' ? 'document-too-costly' : 'picture-missing'
    return refuse(code, `The picture cannot be made: ${drawn.detail}`)
  }
