import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { changedRemote } from '../../src/asset-sources/remote/change-remote.ts'
import { RemoteChanges } from '../../src/asset-sources/remote/remote-body.ts'
import { requireRemote } from '../../src/asset-sources/remote/remote-source.ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { AccountId } from '../../src/codec/names.ts'
import { assetSource } from '../../src/domain/asset-sources/asset-source.ts'
import { assetSourceId as idOf } from '../../src/domain/asset-sources/asset-source-id.ts'
import { command } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { changeOf } from '../../src/engine/write/change.ts'
import { hasChanged, mustBeAt } from '../../src/engine/write/steps.ts'
import { untilFresh } from '../../src/engine/write/until-fresh.ts'

/** PUT /v2/accounts/{accountId}/asset-sources/remote/{assetSourceId} (SOURCE-13): where the rows come from, a new name or new roles. */
export const updateRemote = command({
  summary: 'Update a remote asset source',
  takesIfMatch: true,
  description:
    'Absent fields stay. When the change decides which rows are fetched, they are fetched at once, and nothing changes if that fails. An empty columnNames means all columns.',
  start: true,
  problems: ['feed-unreadable', 'storage-full', 'read-models-behind'],
  params: t.type({ accountId: AccountId, assetSourceId: IntegerText }),
  body: RemoteChanges,
  reply: fields({ id: t.string, msg: t.string }),
  example: { body: { cacheTime: 300 }, reply: { id: '12', msg: 'Asset source 12 was updated.' } },
  run: ({ params: { accountId, assetSourceId }, body, ifMatch }, work, ports) =>
    changeOf(
      assetSource,
      idOf(accountId, assetSourceId),
      pipe(
        requireRemote(work, accountId, assetSourceId),
        TE.tapEither(({ revision }) => mustBeAt(revision, ifMatch)),
        TE.flatMap(before => changedRemote(work, ports, before, body, ifMatch)),
        attempt => (ifMatch === undefined ? untilFresh(attempt) : attempt),
      ),
      done =>
        pipe(
          TE.right(done),
          TE.flatMapEither(done => {
            const msg = hasChanged(done)
              ? `Asset source ${assetSourceId} was updated.`
              : `No changes: asset source ${assetSourceId} is already up to date.`
            return reply({ id: String(assetSourceId), msg }, done.revision)
          }),
        ),
    ),
})
