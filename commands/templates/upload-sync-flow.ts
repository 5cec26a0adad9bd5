import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { AccountId } from '../../src/codec/names.ts'
import { mostBytesOf } from '../../src/domain/templates/upload-kinds.ts'
import { noFile } from '../../src/engine/no-file.ts'
import { command } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { andThen } from '../../src/engine/write/change.ts'
import { StartReply, startFields } from '../../src/templates/start-body.ts'
import { startedWorkflow } from '../../src/templates/start-workflow.ts'
import { checkedUpload } from '../../src/templates/uploaded-source.ts'

/** POST …/tmplGenAI/sync-flow-upload (TEMPLATE-2): templates from a brand document or another file of the brand. */
export const uploadSyncFlow = command({
  summary: 'Generate templates from a brand document',
  description:
    'The document is an HTML page, a PDF, plain text, a picture, a ZIP of pictures or a PSD, of at most 25 MiB; its bytes decide which.',
  start: true,
  problems: ['request-id-reused', 'brand-file-kind', 'storage-full', 'read-models-behind'],
  params: t.type({ accountId: AccountId }),
  multipart: { file: { about: 'The brand document, at most 25 MiB.', required: true } },
  maxBytes: mostBytesOf.document,
  body: fields(startFields),
  reply: StartReply,
  example: {
    reply: { requestId: 'spring-2', status: 'INITIATED', workflowId: '0a4a1f1c-2d0a-5d5e-9a55-0d3c6c0b7a12' },
  },
  run({ params: { accountId }, body, files: { file } }, work, ports) {
    const { requestId, retailerId, retailerName, inventoryType } = body
    const checked = pipe(
      TE.fromNullable(noFile)(file),
      TE.flatMap(sent => checkedUpload({ part: 'file', file: sent, takes: ['document', 'pictures', 'psd'] }, ports)),
      TE.map(upload => [upload]),
    )
    const retailer = { id: retailerId, name: retailerName }
    return pipe(
      startedWorkflow(work, ports, { accountId, requestId, retailer, inventoryType, files: checked }),
      andThen(started => TE.fromEither(reply(started))),
    )
  },
})
