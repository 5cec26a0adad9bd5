import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { cloudRejection } from '../../src/cloud/check.ts'
import { readService } from '../../src/cloud/find-service.ts'
import { openCloudService } from '../../src/cloud/open-service.ts'
import { described } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { integer } from '../../src/codec/integer.ts'
import { AccountId } from '../../src/codec/names.ts'
import { text } from '../../src/codec/text.ts'
import { CloudFolder, joinPath, prefixOf } from '../../src/domain/cloud/path.ts'
import type { Rejection } from '../../src/domain/shared/decider.ts'
import { query } from '../../src/engine/operation.ts'
import { reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { type Cursor, cursorOf, readCursor } from '../../src/list/cursor.ts'
import { type CloudFailure, type CloudStorage, isCloudFailure } from '../../src/ports/cloud-storage.ts'
import type { Secrets } from '../../src/ports/secrets.ts'

const mostFiles = 1000
const Limit = described(
  t.refinement(IntegerText, n => n >= 1 && n <= mostFiles, `whole number from 1 to ${mostFiles}`),
  { type: 'integer', minimum: 1, maximum: mostFiles, default: mostFiles },
)
const File = fields({ name: t.string, date: text({ format: 'date-time' }), size: integer(0) })

/** GET /accounts/{accountId}/cloud/{serviceId}/files (CLOUD-1, CLOUD-6): all files below `path`, at every level. */
export const listCloudFiles = query({
  summary: 'List the files of a cloud service',
  description:
    'Names are relative to `path`. `next` returns the next page of the same path; a page with fewer files than `limit` may still have a `next`.',
  noStore: true,
  problems: ['cloud-refused', 'cloud-unavailable', 'invalid-cursor'],
  params: t.type({ accountId: AccountId, serviceId: IntegerText }),
  query: fields({}, { path: CloudFolder, limit: Limit, next: text({ max: 8192 }) }),
  reply: fields({ files: t.array(File), next: t.union([t.string, t.null]) }),
  example: {
    reply: { files: [{ name: 'banners/hero.png', date: '2026-03-01T09:30:00.000Z', size: 48213 }], next: null },
  },
  run({ params: { accountId, serviceId }, query: { path = '', limit = mostFiles, next } }, ports) {
    const now = ports.clock.now()
    const folder = joinPath(path)
    const identity = JSON.stringify(['cloud-files', accountId, serviceId, folder])
    return pipe(
      readService(ports.readModels, accountId, serviceId),
      TE.bindTo('service'),
      TE.bind('page', () => TE.fromEither(pageOf(next, identity, ports.secrets, now))),
      TE.bind('opened', ({ service }) => TE.fromTask(() => openCloudService({ ...service, serviceId }, ports))),
      TE.let('prefix', ({ opened: { root } }) => prefixOf(joinPath(root.prefix, folder))),
      TE.bind('listed', ({ opened: { storage }, page, prefix }) => listing(storage, { prefix, limit, page })),
      TE.flatMapEither(({ listed, prefix }) =>
        reply({ files: filesOf(listed, prefix), next: tokenOf(listed, identity, ports.secrets, now) }),
      ),
    )()
  },
})

type Listed = Exclude<Awaited<ReturnType<CloudStorage['list']>>, CloudFailure>

/** The page of the storage for a token; undefined: the first page. */
const pageOf = (token: string | undefined, identity: string, secrets: Secrets, now: Date) =>
  token === undefined
    ? E.right(undefined)
    : E.map((cursor: Cursor) => String(cursor.key.value))(readCursor(token, identity, secrets, now))

const listing =
  (storage: CloudStorage, asked: Parameters<CloudStorage['list']>[0]): TE.TaskEither<Rejection, Listed> =>
  async () => {
    const listed = await storage.list(asked)
    return isCloudFailure(listed) ? E.left(cloudRejection(listed)) : E.right(listed)
  }

const filesOf = ({ objects }: Listed, prefix: string) =>
  objects
    .filter(({ key }) => !key.endsWith('/'))
    .map(({ key, size, modifiedAt }) => ({ name: key.slice(prefix.length), date: modifiedAt, size }))

const tokenOf = ({ next }: Listed, identity: string, secrets: Secrets, now: Date): string | null =>
  next === undefined ? null : cursorOf({ direction: 'after', key: { value: next, id: '' } }, identity, secrets, now)
