import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { sourceInUse } from '../../src/asset-sources/source-in-use.ts'
import { exampleSource, SourceReply, sourceReply } from '../../src/asset-sources/source-reply.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { AccountId } from '../../src/codec/names.ts'
import { query } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'

/** GET /v2/accounts/{accountId}/asset-sources/{assetSourceId} (SOURCE-1), with the ETag that the updates of a source take (HTTP-23). */
export const getAssetSource = query({
  summary: 'Get the columns of an asset source, and what they are for',
  params: t.type({ accountId: AccountId, assetSourceId: IntegerText }),
  reply: SourceReply,
  example: { reply: exampleSource },
  run: ({ params: { accountId, assetSourceId } }, ports) =>
    pipe(
      sourceInUse(ports, accountId, assetSourceId),
      TE.bindTo('view'),
      TE.bind('source', ({ view }) => TE.fromTask(() => sourceReply(ports.readModels, view))),
      TE.flatMapEither(({ view, source }) => reply(source, 'source' in view ? view.revision : undefined)),
    )(),
})
