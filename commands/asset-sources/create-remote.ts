import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { remoteBody } from '../../src/asset-sources/remote/remote-body.ts'
import { noted, rowsNow } from '../../src/asset-sources/remote/rows-now.ts'
import { keepingUsedParams, sealedParams } from '../../src/asset-sources/remote/sealed-params.ts'
import { fields } from '../../src/codec/fields.ts'
import { AccountId } from '../../src/codec/names.ts'
import { assetSource } from '../../src/domain/asset-sources/asset-source.ts'
import { assetSourceId as idOf } from '../../src/domain/asset-sources/asset-source-id.ts'
import { servedLoad } from '../../src/domain/asset-sources/asset-source-state.ts'
import { cacheSeconds, checkedRemote } from '../../src/domain/asset-sources/remote.ts'
import { storedRoles } from '../../src/domain/asset-sources/stored-roles.ts'
import { count } from '../../src/domain/shared/wording.ts'
import { command } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { changeOf } from '../../src/engine/write/change.ts'
import { executed } from '../../src/engine/write/steps.ts'
import { timeOf } from '../../src/ports/clock.ts'

const { url, contentType, assetSourceName, assetKeyColumn, ...optional } = remoteBody
const usual = { httpMethod: 'GET', cacheTime: cacheSeconds.usual } as const

/** POST /v2/accounts/{accountId}/asset-sources/remote (SOURCE-13): an asset source whose rows are fetched when they are read. */
export const createRemote = command({
  summary: 'Create an asset source whose rows are fetched when they are read',
  description:
    'The address is fetched once, within 10 seconds. Later its rows are fetched again when they are read and older than cacheTime seconds; the reader gets the rows that are there.',
  start: true,
  problems: ['feed-unreadable', 'storage-full', 'read-models-behind'],
  params: t.type({ accountId: AccountId }),
  body: fields({ url, contentType, assetSourceName, assetKeyColumn }, optional),
  newIds: { assetSourceId: 'asset-source' },
  reply: fields({ id: t.string, msg: t.string }),
  example: {
    body: {
      assetSourceName: 'Stock today',
      url: 'https://shop.example.com/stock.json',
      additionalParams: 'region=eu&key=<API_KEY>',
      contentType: 'json',
      assetKeyColumn: 'sku',
      columnNames: ['sku', 'price', 'stock'],
      cacheTime: 600,
    },
    reply: { id: '12', msg: 'Asset source 12 was created with 240 rows.' },
  },
  run({ params: { accountId }, body, newIds: { assetSourceId } }, work, ports) {
    const roles = { assetKeyColumn: body.assetKeyColumn, ...storedRoles(body) }
    const { additionalParams, assetSourceName } = body
    const id = idOf(accountId, assetSourceId)
    const named = { accountId, assetSourceId, assetSourceName, roles, at: timeOf(ports) }
    const created = pipe(
      TE.fromEither(checkedRemote({ ...usual, columnNames: [], ...body }, roles)),
      TE.bindTo('settings'),
      TE.bind('rows', ({ settings }) => rowsNow(ports, { accountId, settings, additionalParams, roles })),
      TE.bind('secretId', () =>
        TE.fromTask(() => sealedParams(ports.secrets, work, { accountId, assetSourceId }, additionalParams)),
      ),
      TE.bind('done', ({ settings, rows: { set, understood }, secretId }) => {
        const kept = { ...(secretId === undefined ? {} : { secretId }), ...(understood ? { understood } : {}) }
        const remote = { ...settings, ...kept }
        const create = { kind: 'CreateSource', assetSourceType: 'remote', ...named, remote, set } as const
        return keepingUsedParams(ports.secrets, { fresh: secretId }, executed(work, assetSource, id, create))
      }),
      TE.tap(({ done, rows }) => noted(ports, done.state, rows)),
      TE.map(({ done }) => done),
    )
    return changeOf(assetSource, id, pipe(created), done =>
      pipe(
        TE.right(done),
        TE.flatMapEither(({ state, revision }) => {
          const rows = state ? (servedLoad(state)?.set.rows ?? 0) : 0
          const msg = `Asset source ${assetSourceId} was created with ${count(rows, 'row')}.`
          return reply({ id: String(assetSourceId), msg }, revision)
        }),
      ),
    )
  },
})
