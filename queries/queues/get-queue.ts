import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import { exportsView } from '../../projections/exports/exports.ts'
import { type QueueView, queues } from '../../projections/queues/queues.ts'
import { retailCampaigns } from '../../projections/retail-campaigns/retail-campaigns.ts'
import { named } from '../../src/codec/described.ts'
import { fields } from '../../src/codec/fields.ts'
import { integer } from '../../src/codec/integer.ts'
import { AccountId } from '../../src/codec/names.ts'
import { text } from '../../src/codec/text.ts'
import { exportIdOfQueue } from '../../src/domain/exports/export.ts'
import { presentedExport } from '../../src/domain/exports/presented.ts'
import { covers } from '../../src/domain/keys/permissions.ts'
import { idOfQueue } from '../../src/domain/queues/queue-id.ts'
import { QueueKind } from '../../src/domain/queues/queue-kinds.ts'
import { QueueStatus } from '../../src/domain/queues/queue-status.ts'
import { waitMessage } from '../../src/domain/queues/wait-message.ts'
import { campaignId } from '../../src/domain/retail-campaigns/campaign-id.ts'
import type { Rejection } from '../../src/domain/shared/decider.ts'
import { rejection } from '../../src/domain/shared/decider.ts'
import { type Caller, query } from '../../src/engine/operation.ts'
import { parsed, readDocument } from '../../src/engine/read/documents.ts'
import { refuse, reply } from '../../src/engine/reply.ts'
import * as TE from '../../src/engine/task-either.ts'
import { downloadUrl } from '../../src/links/download-url.ts'
import { contentHashNow } from '../../src/lookups/campaign-from-views.ts'
import type { Position } from '../../src/ports/event-log.ts'
import type { Ports } from '../../src/ports/ports.ts'

const QueueError = fields({ item: t.string, code: t.string, detail: t.string })

/** GET …/queues/{queueId} (EXPORT-12): requires the permission that was required to start it. */
export const getQueue = query({
  summary: 'Get the progress of a queue',
  extension: true,
  noStore: true,
  params: t.type({ accountId: AccountId, queueId: text({ min: 1, max: 128 }) }),
  reply: named(
    'Queue',
    fields({
      queueId: t.string,
      kind: QueueKind,
      status: QueueStatus,
      percentage: integer(0, 100),
      total: integer(0),
      done: integer(0),
      failed: integer(0),
      errors: t.array(QueueError),
      url: t.string,
      message: t.string,
    }),
  ),
  run: ({ params: { accountId, queueId }, caller, origin }, ports) =>
    pipe(
      TE.fromTask(() => ports.readModels.get(queues, idOfQueue(accountId, queueId))),
      TE.flatMap(TE.fromNullable(noQueue)),
      TE.map(stored => ({ queue: parsed(queues, stored), heard: stored.position })),
      TE.tapEither(({ queue }) => mustBeCovered(queue, caller)),
      TE.bind('file', ({ queue, heard }) => TE.fromTask(() => fileOf(queue, heard, origin, ports))),
      TE.flatMapEither(({ queue, file }) => {
        const { kind, status, percentage, total, done, failed, errors } = queue
        return reply({ queueId, kind, status, percentage, total, done, failed, errors, ...file })
      }),
    )(),
})

const noQueue = rejection('not-found', 'There is no such queue on this account.')

const mustBeCovered = ({ permission }: QueueView, { permissions }: Caller): E.Either<Rejection, void> =>
  covers(permissions, permission)
    ? E.right(undefined)
    : refuse('permission-missing', `Reading this queue requires the permission ${permission}.`, {
        extra: { permission },
      })

/** The link to the file of a queue; without one, `message` says what the queue waits for, or why the file is no longer offered. */
type File = { readonly url: string; readonly message: string }

const fileOf = async (queue: QueueView, heard: Position, origin: string, ports: Ports): Promise<File> => {
  const { accountId, zip, filename } = queue
  if (zip === undefined || filename === undefined) return { url: '', message: waitMessage(queue, ports.clock.now()) }
  const message = await withdrawn(queue, heard, ports)
  if (message !== '') return { url: '', message }
  return { url: origin + downloadUrl(ports.secrets, { accountId, zip, filename }, ports.clock.now()), message }
}

const replaced = 'A later export of the same format and resolution replaced this one.'

/** Why the export status no longer offers the file (EXPORT-12); empty if it does. */
const withdrawn = async (queue: QueueView, heard: Position, ports: Ports): Promise<string> => {
  const { readModels } = ports
  const { accountId, retailCampaignIdx, queueId, zip } = queue
  if (retailCampaignIdx === undefined) return replaced
  const campaign = await readDocument(readModels, retailCampaigns, campaignId(accountId, retailCampaignIdx))
  const stored = await readModels.get(exportsView, exportIdOfQueue(accountId, queueId))
  if (campaign === undefined) return replaced
  // on stores that update views one by one, the view of exports may not have the file yet
  if (!stored || stored.position < heard) return ''
  const shown = presentedExport(parsed(exportsView, stored).export, await contentHashNow(ports, campaign))
  if (shown.zip === zip) return ''
  return shown.status === 'ARCHIVED' ? shown.message : replaced
}
