import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { mustHaveSource } from '../../src/asset-sources/find-source.ts'
import { about } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { AccountId } from '../../src/codec/names.ts'
import { assetSourceId } from '../../src/domain/asset-sources/asset-source-id.ts'
import { Label } from '../../src/domain/asset-sources/events.ts'
import { assetSourceLabels } from '../../src/domain/asset-sources/labels.ts'
import { rejection } from '../../src/domain/shared/decider.ts'
import { command } from '../../src/engine/operation.ts'
import { rawReply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { executed } from '../../src/engine/write/steps.ts'

const OneLabel = fields({}, { label: about(Label, 'The label to remove.') })

/** DELETE /v2/accounts/{accountId}/asset-sources/{objId}/labels/ (SOURCE-2). */
export const deleteLabel = command({
  summary: 'Remove a label from an asset source',
  description: 'The label is in the body, or in the query for clients that send no body with DELETE.',
  params: t.type({ accountId: AccountId, objId: IntegerText }),
  query: OneLabel,
  body: OneLabel,
  reply: { media: '', status: 200 },
  example: { body: { label: 'spring' } },
  run: ({ params: { accountId, objId }, query, body }, work, { readModels, clock }) =>
    pipe(
      TE.fromNullable(noLabel)(body.label ?? query.label),
      TE.tap(() => mustHaveSource(work, readModels, accountId, objId)),
      TE.flatMap(label =>
        executed(work, assetSourceLabels, assetSourceId(accountId, objId), {
          kind: 'RemoveLabel',
          label,
          at: clock.now().toISOString(),
        }),
      ),
      TE.flatMapEither(() => rawReply({ raw: '', contentType: '', status: 200 })),
    )(),
})

const noLabel = rejection('invalid-request', 'label is missing.', {
  errors: [{ pointer: '/label', code: 'required', detail: 'must be in the body or in the query' }],
})
