import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { listOf } from '../../src/codec/json.ts'
import { oneOf } from '../../src/codec/text.ts'
import { ExportFault } from '../../src/domain/exports/events.ts'
import { queueKinds, queuePermissions } from '../../src/domain/queues/queue-kinds.ts'

const work = {
  accountId: t.string,
  queueId: t.string,
  kind: oneOf(...queueKinds),
  permission: oneOf(...queuePermissions),
  status: oneOf('INITIATED', 'PROCESSING', 'COMPLETED', 'FAILED'),
  total: t.number,
  done: t.number,
  failed: t.number,
  errors: listOf(ExportFault, 1000),
}
const subject = { retailCampaignIdx: t.number, assetSourceId: t.number }
const file = { zip: t.string, filename: t.string, contentHash: t.string }

const QueueWork = fields(work, { ...subject, ...file })
/** What the events of a queue say of it. */
export type QueueWork = t.TypeOf<typeof QueueWork>

/** Why a queue waits, and until when: an attempt failed, and is repeated then. */
const Waiting = fields({ reason: t.string, until: t.string })

/**
 * A job with a queue id (EXPORT-12), how much of it is done, and when it was requested and changed. `permission` is the permission that was
 * required to start it.
 */
export const QueueView = fields(
  { ...work, percentage: t.number, requestedOn: t.string, updatedOn: t.string },
  { ...subject, ...file, waiting: Waiting },
)
export type QueueView = t.TypeOf<typeof QueueView>
