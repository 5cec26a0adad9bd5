import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { type KeyFault, keyFault } from '../../src/asset-sources/key-check.ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { AccountId } from '../../src/codec/names.ts'
import { assetSource, noSource, rolesAfter } from '../../src/domain/asset-sources/asset-source.ts'
import { assetSourceId as idOf } from '../../src/domain/asset-sources/asset-source-id.ts'
import { type AssetSource, servedLoad } from '../../src/domain/asset-sources/asset-source-state.ts'
import { inlineBody, inlineRows, mostInlineBytes } from '../../src/domain/asset-sources/inline.ts'
import type { RowSet } from '../../src/domain/asset-sources/row-set.ts'
import { changedRoles } from '../../src/domain/asset-sources/stored-roles.ts'
import { type Rejection, rejection } from '../../src/domain/shared/decider.ts'
import { command } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { changeOf } from '../../src/engine/write/change.ts'
import { executed, hasChanged, mustBeAt, requireLoaded } from '../../src/engine/write/steps.ts'
import type { Blobs } from '../../src/ports/blobs.ts'
import { timeOf } from '../../src/ports/clock.ts'
import { writeRows } from '../../src/rows/write-rows.ts'
import { type Room, withRoom } from '../../src/storage/room.ts'
import { roomUnless } from '../../src/storage/room-unless.ts'

const Body = fields({}, inlineBody)
type Body = t.TypeOf<typeof Body>

/** PUT /v2/accounts/{accountId}/asset-sources/inline/{assetSourceId} (SOURCE-11): new rows, a new name or new roles of columns. */
export const updateInline = command({
  summary: 'Update an inline asset source',
  takesIfMatch: true,
  description:
    'Absent fields stay. `data` replaces all rows, as a new version; the earlier one can be restored by rollbackAssetSource. An empty text takes a role from its column.',
  problems: ['storage-full', 'read-models-behind'],
  params: t.type({ accountId: AccountId, assetSourceId: IntegerText }),
  maxBytes: mostInlineBytes,
  body: Body,
  reply: fields({ id: t.string, msg: t.string }),
  example: {
    body: { data: [{ sku: 'pot-3', headline: 'Terracotta pot', price: '8.90' }] },
    reply: { id: '12', msg: 'Asset source 12 was updated.' },
  },
  run({ params: { accountId, assetSourceId }, body, ifMatch }, work, ports) {
    const id = idOf(accountId, assetSourceId)
    const changed = (state: AssetSource, room: Room) =>
      pipe(
        newRows(ports.blobs, state, body, room),
        TE.flatMap(set =>
          executed(
            work,
            assetSource,
            id,
            {
              kind: 'ChangeSource',
              assetSourceType: 'inline',
              ...(body.assetSourceName === undefined ? {} : { assetSourceName: body.assetSourceName }),
              roles: changedRoles(body),
              ...(set ? { set } : {}),
              at: timeOf(ports),
            },
            { ifMatch },
          ),
        ),
        TE.map(done => {
          room.recorded(done)
          return done
        }),
      )
    return changeOf(
      assetSource,
      id,
      pipe(
        requireLoaded(work, assetSource, id, noSource),
        // before rows are read or stored: those of a feed are up to fifty times as many
        TE.filterOrElse(
          ({ state }) => state.assetSourceType === 'inline',
          () => noSource,
        ),
        TE.tapEither(({ revision }) => mustBeAt(revision, ifMatch)),
        TE.flatMap(
          ({ state }) =>
            () =>
              withRoom(ports, accountId, room => changed(state, room)()),
        ),
      ),
      done =>
        pipe(
          TE.right(done),
          TE.flatMapEither(done =>
            reply(
              {
                id: String(assetSourceId),
                msg: hasChanged(done)
                  ? `Asset source ${assetSourceId} was updated.`
                  : `No changes: asset source ${assetSourceId} is already up to date.`,
              },
              done.revision,
            ),
          ),
        ),
    )
  },
})

type Key = Pick<Body, 'assetKeyColumn' | 'assetVariantColumn'>
/** Whether rows are told apart by the same columns; an empty text is none. */
const sameKey = (one: Key, other: Key): boolean =>
  one.assetKeyColumn === other.assetKeyColumn && (one.assetVariantColumn || '') === (other.assetVariantColumn || '')

const columnsWithoutRows = rejection('invalid-request', 'columnNames can only be changed together with data.', {
  errors: [{ pointer: '/data', code: 'required', detail: 'must be sent with columnNames' }],
})

const notApart = ({ code, detail }: KeyFault): Rejection =>
  rejection('invalid-request', `The rows of the asset source ${detail}. Send data with the new columns.`, {
    errors: [{ pointer: '/assetKeyColumn', code, detail: `leads to rows that ${detail}` }],
  })

/** The rows of the request as a row set; undefined if it has none. */
const newRows = (
  blobs: Blobs,
  source: AssetSource,
  body: Body,
  room: Room,
): TE.TaskEither<Rejection, RowSet | undefined> => {
  const roles = rolesAfter(source.roles, changedRoles(body))
  const { columnNames, data } = body
  if (data === undefined) {
    if (columnNames !== undefined) return TE.left(columnsWithoutRows)
    const load = servedLoad(source)
    if (load === undefined || sameKey(roles, source.roles)) return TE.right(undefined)
    return async () => {
      const fault = await keyFault(blobs, load.set, roles)
      return fault ? E.left(notApart(fault)) : E.right(undefined)
    }
  }
  const served = servedLoad(source)?.set
  const columns = columnNames ?? served?.columns
  return pipe(
    TE.fromEither(inlineRows({ columnNames: columns, data }, roles)),
    TE.flatMapTask(
      ({ columns: named, rows }) =>
        () =>
          writeRows(
            blobs,
            named,
            rows,
            roles.assetKeyColumn,
            roomUnless(blob => blob === served?.blob, room),
          ),
    ),
  )
}
