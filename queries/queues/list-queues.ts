import * as t from 'io-ts'
import { type QueueView, queues } from '../../projections/queues/queues.ts'
import { named } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { integer } from '../../src/codec/integer.ts'
import { AccountId } from '../../src/codec/names.ts'
import { covers } from '../../src/domain/keys/permissions.ts'
import { QueueKind, queuePermissions } from '../../src/domain/queues/queue-kinds.ts'
import { QueueStatus } from '../../src/domain/queues/queue-status.ts'
import { type Caller, query } from '../../src/engine/operation.ts'
import { list } from '../../src/list/list.ts'
import type { Where } from '../../src/ports/read-models.ts'

/** Errors of a queue in the list; the queue has all of them. */
const mostErrors = 10

const ListedQueue = named(
  'ListedQueue',
  fields(
    {
      queueId: t.string,
      kind: QueueKind,
      status: QueueStatus,
      percentage: integer(0, 100),
      total: integer(0),
      done: integer(0),
      failed: integer(0),
      errors: t.array(fields({ item: t.string, code: t.string, detail: t.string })),
      requestedOn: t.string,
      updatedOn: t.string,
    },
    { retailCampaignIdx: integer(1), assetSourceId: integer(1) },
  ),
)
type ListedQueue = t.TypeOf<typeof ListedQueue>

const queueList = list({
  items: 'queues',
  item: ListedQueue,
  filters: { requestedOn: { type: 'time' }, updatedOn: { type: 'time' } },
  sort: { field: ['requestedOn'] },
  reversible: true,
})

const readable = (accountId: string, { permissions }: Caller): Where => ({
  all: [
    { field: ['accountId'], is: '=', value: accountId },
    { field: ['permission'], is: 'in', values: queuePermissions.filter(needed => covers(permissions, needed)) },
  ],
})

/** GET /v2/accounts/{accountId}/queues (EXPORT-13): those that the key could have started, in the order of their requests. */
export const listQueues = query({
  summary: 'List the queues of an account',
  description: 'Exports, runs of asset sources, copies and exports to the DSP, each with its first ten errors.',
  extension: true,
  noStore: true,
  params: t.type({ accountId: AccountId }),
  query: queueList.codec,
  reply: queueList.reply,
  example: {
    reply: {
      queues: [
        {
          queueId: 'export-12-production-png-2-1',
          kind: 'EXPORT',
          status: 'COMPLETED',
          percentage: 100,
          total: 18,
          done: 17,
          failed: 1,
          errors: [
            {
              item: 'Roses/Banner_728x90',
              code: 'image-missing',
              detail: 'The library has no file /assets/acme/rose.png.',
            },
          ],
          requestedOn: '2026-03-02T09:15:00.000Z',
          updatedOn: '2026-03-02T09:15:07.000Z',
          retailCampaignIdx: 12,
        },
      ],
      count: 1,
      next: null,
      previous: null,
    },
  },
  run: ({ params: { accountId }, query: asked, caller }, ports) =>
    queueList.read(queues, asked, readable(accountId, caller), ports, { present: listed })(),
})

const listed = (queue: QueueView): ListedQueue => {
  const { queueId, kind, status, percentage, total, done, failed, errors, requestedOn, updatedOn } = queue
  const { retailCampaignIdx, assetSourceId } = queue
  const about = {
    ...(retailCampaignIdx === undefined ? {} : { retailCampaignIdx }),
    ...(assetSourceId === undefined ? {} : { assetSourceId }),
  }
  const first = errors.slice(0, mostErrors)
  return { queueId, kind, status, percentage, total, done, failed, errors: first, requestedOn, updatedOn, ...about }
}
