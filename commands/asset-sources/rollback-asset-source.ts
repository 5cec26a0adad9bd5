import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { about } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { integer } from '../../src/codec/integer.ts'
import { AccountId } from '../../src/codec/names.ts'
import { assetSource } from '../../src/domain/asset-sources/asset-source.ts'
import { assetSourceId as idOf } from '../../src/domain/asset-sources/asset-source-id.ts'
import { command } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { executed } from '../../src/engine/write/steps.ts'

/** POST /v2/accounts/{accountId}/asset-sources/{assetSourceId}/rollback (SOURCE-17): serves the rows of an earlier version again. */
export const rollbackAssetSource = command({
  summary: 'Serve an earlier version of the rows of an asset source',
  takesIfMatch: true,
  description: 'Without `version`: the one before the version that is served. The last five versions are kept.',
  extension: true,
  problems: ['no-such-version'],
  params: t.type({ accountId: AccountId, assetSourceId: IntegerText }),
  body: fields(
    {},
    { version: about(integer(1), 'The version to serve; default: the one before the version that is served.') },
  ),
  reply: fields({ id: t.string, version: integer(1), msg: t.string }),
  example: { body: {}, reply: { id: '12', version: 3, msg: 'Asset source 12 serves version 3.' } },
  run: ({ params: { accountId, assetSourceId }, body: { version }, ifMatch }, work, { clock }) =>
    pipe(
      executed(
        work,
        assetSource,
        idOf(accountId, assetSourceId),
        { kind: 'RollBack', ...(version === undefined ? {} : { version }), at: clock.now().toISOString() },
        { ifMatch },
      ),
      TE.flatMapEither(({ state, revision }) => {
        const serving = state?.serving ?? 0
        const msg = `Asset source ${assetSourceId} serves version ${serving}.`
        return reply({ id: String(assetSourceId), version: serving, msg }, revision)
      }),
    )(),
})
