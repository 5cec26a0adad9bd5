import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { type ExportView, exportsView } from '../../projections/exports/exports.ts'
import { type QueueView, queues } from '../../projections/queues/queues.ts'
import { fields } from '../../src/codec/fields.ts'
import { integer } from '../../src/codec/integer.ts'
import { AccountId } from '../../src/codec/names.ts'
import { oneOf, text } from '../../src/codec/text.ts'
import { exportIdOfQueue } from '../../src/domain/exports/export.ts'
import { presentedExport } from '../../src/domain/exports/presented.ts'
import { covers, type Permission } from '../../src/domain/keys/permissions.ts'
import { idOfQueue } from '../../src/domain/queues/queue-id.ts'
import { query } from '../../src/engine/operation.ts'
import { refuse, reply } from '../../src/engine/reply.ts'
import { downloadUrl } from '../../src/links/download-url.ts'
import { contentHashNow, readCampaign } from '../../src/lookups/campaign-from-views.ts'

const QueueError = fields({ item: t.string, code: t.string, detail: t.string })

/** GET …/queues/{queueId} (decision 27): the right that started it is the right to watch it. */
export const getQueue = query({
  summary: 'Watch something that runs under a queue id',
  extension: true,
  noStore: true,
  params: t.type({ accountId: AccountId, queueId: text({ min: 1, max: 128 }) }),
  reply: fields({
    queueId: t.string,
    kind: t.string,
    status: oneOf('INITIATED', 'PROCESSING', 'COMPLETED', 'FAILED'),
    percentage: integer(0, 100),
    total: integer(0),
    done: integer(0),
    failed: integer(0),
    errors: t.array(QueueError),
    url: t.string,
  }),
  async run({ params: { accountId, queueId }, caller, origin }, { readModels, secrets, clock }) {
    const stored = await readModels.get(queues, idOfQueue(accountId, queueId))
    if (!stored) return refuse('not-found', 'There is no such queue on this account.')
    const queue = JSON.parse(stored.json) as QueueView
    if (caller.permissions !== '*' && !covers(caller.permissions, queue.permission as Permission))
      return refuse('permission-missing', `Watching this queue takes the permission ${queue.permission}.`)
    const { kind, status, total, done, failed, errors, zip, filename } = queue
    const percentage = status === 'COMPLETED' ? 100 : total === 0 ? 0 : Math.floor((100 * (done + failed)) / total)
    const live = zip !== undefined && filename !== undefined && (await isCurrent(queue, stored.position))
    const url = live ? `${origin}${downloadUrl(secrets, { accountId, zip, filename }, clock.now())}` : ''
    return reply({ queueId, kind, status, percentage: Math.min(percentage, 100), total, done, failed, errors, url })

    // the url goes when the export status offers the file no more (decision 24)
    async function isCurrent(q: QueueView, heard: bigint): Promise<boolean> {
      if (q.retailCampaignIdx === undefined) return false
      const found = await readCampaign(readModels, accountId, q.retailCampaignIdx)
      const view = await readModels.get(exportsView, exportIdOfQueue(accountId, queueId))
      if (E.isLeft(found)) return false
      // the view of exports is behind, on stores that feed views one by one: it has yet to hear of the file
      if (!view || view.position < heard) return true
      const { export: state } = JSON.parse(view.json) as ExportView
      return presentedExport(state, await contentHashNow(readModels, found.right)).zip === q.zip
    }
  },
})
