import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { about } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { AccountId } from '../../src/codec/names.ts'
import { FormBrandUrl } from '../../src/domain/templates/brand-url.ts'
import { mostBytesOf } from '../../src/domain/templates/upload-kinds.ts'
import { command } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { andThen } from '../../src/engine/write/change.ts'
import { checkedBriefFiles } from '../../src/templates/brief-files.ts'
import { StartReply, startFields } from '../../src/templates/start-body.ts'
import { startedWorkflow } from '../../src/templates/start-workflow.ts'

/** POST …/tmplGenAI/design-brief (TEMPLATE-3, TEMPLATE-4): templates from a design, and brand guidelines if there are any. */
export const startDesignBrief = command({
  summary: 'Generate templates from a design',
  description:
    'Exactly one of designBriefZip (a ZIP of pictures or a picture, at most 100 MiB) and psdFile (at most 200 MiB). brandBriefDoc (at most 25 MiB) is ignored when brandUrl is sent.',
  start: true,
  problems: ['request-id-reused', 'design-brief-input', 'brand-file-kind', 'storage-full', 'read-models-behind'],
  params: t.type({ accountId: AccountId }),
  multipart: {
    brandBriefDoc: { about: 'Brand guidelines, at most 25 MiB; ignored when brandUrl is sent.' },
    designBriefZip: {
      about: 'The design as a ZIP of pictures or a picture, at most 100 MiB; not with psdFile.',
      eitherOr: true,
    },
    psdFile: { about: 'The design as a PSD, at most 200 MiB; not with designBriefZip.', eitherOr: true },
  },
  maxBytes: mostBytesOf.psd,
  body: fields(startFields, {
    brandUrl: about(FormBrandUrl, 'The address of brand guidelines on the web; empty for none.'),
  }),
  reply: StartReply,
  example: {
    reply: { requestId: 'spring-3', status: 'INITIATED', workflowId: '0a4a1f1c-2d0a-5d5e-9a55-0d3c6c0b7a13' },
  },
  run({ params: { accountId }, body, files }, work, ports) {
    const { requestId, retailerId, retailerName, inventoryType } = body
    const brandUrl = body.brandUrl || undefined
    const checked = checkedBriefFiles(files, brandUrl !== undefined, ports)
    const retailer = { id: retailerId, name: retailerName }
    return pipe(
      startedWorkflow(work, ports, { accountId, requestId, retailer, inventoryType, brandUrl, files: checked }),
      andThen(started => TE.fromEither(reply(started))),
    )
  },
})
