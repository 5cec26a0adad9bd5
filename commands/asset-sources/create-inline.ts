import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { AccountId } from '../../src/codec/names.ts'
import { assetSource } from '../../src/domain/asset-sources/asset-source.ts'
import { assetSourceId as idOf } from '../../src/domain/asset-sources/asset-source-id.ts'
import { inlineBody, inlineRows, mostInlineBytes } from '../../src/domain/asset-sources/inline.ts'
import { storedRoles } from '../../src/domain/asset-sources/stored-roles.ts'
import { count } from '../../src/domain/shared/wording.ts'
import { command } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { changeOf } from '../../src/engine/write/change.ts'
import { timeOf } from '../../src/ports/clock.ts'
import { writeRows } from '../../src/rows/write-rows.ts'
import { withRoom } from '../../src/storage/room.ts'

const { assetSourceName, assetKeyColumn, data, ...optional } = inlineBody

/** POST /v2/accounts/{accountId}/asset-sources/inline (SOURCE-11): an asset source whose rows are in the request. */
export const createInline = command({
  summary: 'Create an asset source from rows in the request',
  problems: ['storage-full', 'read-models-behind'],
  params: t.type({ accountId: AccountId }),
  maxBytes: mostInlineBytes,
  body: fields({ assetSourceName, assetKeyColumn, data }, optional),
  newIds: { assetSourceId: 'asset-source' },
  reply: fields({ id: t.string, msg: t.string }),
  example: {
    body: {
      assetSourceName: 'Spring products',
      assetKeyColumn: 'sku',
      columnNames: ['sku', 'headline', 'price'],
      data: [{ sku: 'pot-3', headline: 'Terracotta pot', price: '9.90' }],
    },
    reply: { id: '12', msg: 'Asset source 12 was created with 1 row.' },
  },
  run({ params: { accountId }, body, newIds: { assetSourceId } }, work, ports) {
    const roles = { assetKeyColumn: body.assetKeyColumn, ...storedRoles(body) }
    const id = idOf(accountId, assetSourceId)
    const created = pipe(
      TE.fromEither(inlineRows(body, roles)),
      TE.flatMap(
        ({ columns, rows }) =>
          () =>
            withRoom(ports, accountId, async room => {
              const set = await writeRows(ports.blobs, columns, rows, roles.assetKeyColumn, room)
              const done = await work.execute(assetSource, id, {
                kind: 'CreateSource',
                accountId,
                assetSourceId,
                assetSourceType: 'inline',
                assetSourceName: body.assetSourceName,
                roles,
                set,
                at: timeOf(ports),
              })
              if (E.isRight(done)) room.recorded(done.right)
              return done
            }),
      ),
    )
    const msg = `Asset source ${assetSourceId} was created with ${count(body.data.length, 'row')}.`
    return changeOf(assetSource, id, created, ({ revision }) =>
      TE.fromEither(reply({ id: String(assetSourceId), msg }, revision)),
    )
  },
})
