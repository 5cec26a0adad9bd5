import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { type CloudServiceView, cloudServices } from '../../projections/cloud/cloud-services.ts'
import { cloudRejection } from '../../src/cloud/check.ts'
import { openCloudService } from '../../src/cloud/open-service.ts'
import { described } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { IntegerText } from '../../src/codec/in-text.ts'
import { integer } from '../../src/codec/integer.ts'
import { AccountId } from '../../src/codec/names.ts'
import { text } from '../../src/codec/text.ts'
import { CloudFolder, joinPath, prefixOf } from '../../src/domain/cloud/path.ts'
import { cloudServiceId } from '../../src/domain/cloud/service.ts'
import { query } from '../../src/engine/operation.ts'
import { refuse, reply } from '../../src/engine/reply.ts'
import { cursorOf, readCursor } from '../../src/list/cursor.ts'
import { isCloudFailure } from '../../src/ports/cloud-storage.ts'

const mostFiles = 1000
const Limit = described(
  t.refinement(IntegerText, n => n >= 1 && n <= mostFiles, `whole number from 1 to ${mostFiles}`),
  { type: 'integer', minimum: 1, maximum: mostFiles, default: mostFiles },
)
const File = fields({ name: t.string, date: text({ format: 'date-time' }), size: integer(0) })

/** GET /accounts/{accountId}/cloud/{serviceId}/files (4.9, decision 45): everything below `path`, all levels. */
export const listCloudFiles = query({
  summary: 'List the files of a cloud service',
  description:
    'Names are relative to `path`. `next` leads to the page behind it, with the same path; a page may be short and have one.',
  noStore: true,
  problems: ['cloud-refused', 'cloud-unavailable', 'invalid-cursor'],
  params: t.type({ accountId: AccountId, serviceId: IntegerText }),
  query: fields({}, { path: CloudFolder, limit: Limit, next: text({ max: 8192 }) }),
  reply: fields({ files: t.array(File), next: t.union([t.string, t.null]) }),
  example: {
    reply: { files: [{ name: 'banners/hero.png', date: '2026-03-01T09:30:00.000Z', size: 48213 }], next: null },
  },
  async run({ params: { accountId, serviceId }, query: asked }, ports) {
    const stored = await ports.readModels.get(cloudServices, cloudServiceId(accountId, serviceId))
    if (!stored) return refuse('not-found', 'There is no such cloud service on this account.')
    const { root: own, secretId } = JSON.parse(stored.json) as CloudServiceView
    const now = ports.clock.now()
    const folder = joinPath(asked.path ?? '')
    const identity = JSON.stringify(['cloud-files', accountId, serviceId, folder])
    const cursor = asked.next === undefined ? undefined : readCursor(asked.next, identity, ports.secrets, now)
    if (cursor && E.isLeft(cursor)) return cursor
    const { storage, root } = await openCloudService({ accountId, serviceId, root: own, secretId }, ports)
    const prefix = prefixOf(joinPath(root.prefix, folder))
    const page = cursor && String(cursor.right.key.value)
    const listed = await storage.list({ prefix, limit: asked.limit ?? mostFiles, page })
    if (isCloudFailure(listed)) return E.left(cloudRejection(listed))
    const files = listed.objects
      .filter(({ key }) => !key.endsWith('/'))
      .map(({ key, size, modifiedAt }) => ({ name: key.slice(prefix.length), date: modifiedAt, size }))
    const next =
      listed.next === undefined
        ? null
        : cursorOf({ direction: 'after', key: { value: listed.next, id: '' } }, identity, ports.secrets, now)
    return reply({ files, next })
  },
})
