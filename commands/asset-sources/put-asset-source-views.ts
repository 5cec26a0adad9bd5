import { createReadStream } from 'node:fs'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { requireProducts } from '../../src/asset-sources/recommendation-source.ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { integer } from '../../src/codec/integer.ts'
import { AccountId } from '../../src/codec/names.ts'
import { assetSourceId as idOf } from '../../src/domain/asset-sources/asset-source-id.ts'
import { mostViewBytes, sourceViews } from '../../src/domain/asset-sources/source-views.ts'
import { type Rejection, rejection } from '../../src/domain/shared/decider.ts'
import { count } from '../../src/domain/shared/wording.ts'
import { noFile } from '../../src/engine/no-file.ts'
import { command, type UploadedFile } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { changeOf, checkedFirst } from '../../src/engine/write/change.ts'
import { timeOf } from '../../src/ports/clock.ts'
import { isFeedFault, type ParsedFeed } from '../../src/ports/feed-parser.ts'
import type { Recommender } from '../../src/ports/recommender.ts'
import { withRoom } from '../../src/storage/room.ts'

const Fault = fields({ line: integer(1), code: t.string, detail: t.string })

/** PUT …/asset-sources/{assetSourceId}/views (SOURCE-23): who viewed which products, without saying who it was. */
export const putAssetSourceViews = command({
  summary: 'Upload view events of the products of an asset source',
  description:
    'The part `file` is CSV with the columns cookie, cookieGroup (optional) and key, or NDJSON with these members, perhaps packed with gzip. It replaces the file before. Cookies are not stored. Collaborative and hybrid recommendations count the views when they are computed next.',
  extension: true,
  start: true,
  problems: ['views-unreadable', 'storage-full', 'read-models-behind'],
  params: t.type({ accountId: AccountId, assetSourceId: IntegerText }),
  multipart: { file: { about: 'View events as CSV or NDJSON, perhaps packed with gzip.', required: true } },
  maxBytes: mostViewBytes,
  reply: fields({ id: t.string, msg: t.string, views: integer(0), faultyLines: integer(0), errors: t.array(Fault) }),
  example: {
    reply: {
      id: '12',
      msg: 'Asset source 12 has 4000 view events. 1 line was left out.',
      views: 4_000,
      faultyLines: 1,
      errors: [{ line: 17, code: 'invalid', detail: 'has no key' }],
    },
  },
  run: ({ params: { accountId, assetSourceId }, files: { file }, randomBytes }, work, ports) =>
    checkedFirst(
      pipe(
        requireProducts(work, accountId, assetSourceId, 'assetSourceId'),
        TE.flatMap(() => TE.fromNullable(noFile)(file)),
        TE.flatMap(sent => checked(ports.recommender, accountId, sent, randomBytes(32))),
      ),
      read =>
        changeOf(
          sourceViews,
          idOf(accountId, assetSourceId),
          () =>
            withRoom(ports, accountId, async room => {
              const { sha256: blob, size: bytes } = await ports.blobs.put(createReadStream(read.file), room)
              const done = await work.execute(sourceViews, idOf(accountId, assetSourceId), {
                kind: 'ReplaceViews',
                accountId,
                assetSourceId,
                set: { ...read.set, blob, bytes },
                faultyLines: read.faultyRows,
                at: timeOf(ports),
              })
              if (E.isRight(done)) room.recorded(done.right)
              return done
            }),
          () => {
            const { set, faults, faultyRows: faultyLines } = read
            const left = faultyLines === 0 ? '' : ` ${count(faultyLines, 'line was', 'lines were')} left out.`
            const msg = `Asset source ${assetSourceId} has ${count(set.rows, 'view event')}.${left}`
            const errors = faults.map(({ row: line, code, detail }) => ({ line, code, detail }))
            return TE.fromEither(reply({ id: String(assetSourceId), msg, views: set.rows, faultyLines, errors }))
          },
        ),
    ),
})

/** The view events of a file, beside it until the request ends; `salt` hides the cookies. */
const checked =
  (
    recommender: Pick<Recommender, 'checkViews'>,
    accountId: string,
    { path }: UploadedFile,
    salt: Uint8Array,
  ): TE.TaskEither<Rejection, ParsedFeed> =>
  () =>
    pipe(
      TE.fromTask(() =>
        recommender.checkViews(accountId, { path, salt: Buffer.from(salt).toString('base64') }, `${path}.views`),
      ),
      TE.flatMap(read =>
        isFeedFault(read)
          ? TE.left(rejection('views-unreadable', read.detail, { extra: { reason: read.code } }))
          : TE.right(read),
      ),
    )()
