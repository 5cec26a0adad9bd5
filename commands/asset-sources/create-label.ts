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
import { command } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { changeOf } from '../../src/engine/write/change.ts'
import { executed, hasChanged } from '../../src/engine/write/steps.ts'

/** POST /v2/accounts/{accountId}/asset-sources/{objId}/labels/ (SOURCE-2). */
export const createLabel = command({
  summary: 'Give an asset source a label',
  description: 'A source has at most 50 labels. A label that it has already changes nothing.',
  params: t.type({ accountId: AccountId, objId: IntegerText }),
  body: fields({ label: about(Label, 'The label to add.') }),
  reply: fields({ msg: t.string }),
  example: { body: { label: 'spring' }, reply: { msg: 'The label was added.' } },
  run({ params: { accountId, objId }, body: { label } }, work, { readModels, clock }) {
    const id = assetSourceId(accountId, objId)
    return changeOf(
      assetSourceLabels,
      id,
      pipe(
        mustHaveSource(work, readModels, accountId, objId),
        TE.flatMap(() =>
          executed(work, assetSourceLabels, id, { kind: 'AddLabel', label, at: clock.now().toISOString() }),
        ),
      ),
      done =>
        pipe(
          TE.right(done),
          TE.flatMapEither(done =>
            reply({ msg: hasChanged(done) ? 'The label was added.' : 'No changes: the asset source has this label.' }),
          ),
        ),
    )
  },
})
