import * as t from 'io-ts'
import { fields } from '../../src/codec/fields.ts'
import { listOf } from '../../src/codec/json.ts'
import { oneOf } from '../../src/codec/text.ts'
import { ExportFault } from '../../src/domain/exports/events.ts'

/** A job with a queue id (EXPORT-12). `permission` is the permission that was required to start it. */
export const QueueView = fields(
  {
    accountId: t.string,
    queueId: t.string,
    kind: t.string,
    permission: t.string,
    status: oneOf('INITIATED', 'PROCESSING', 'COMPLETED', 'FAILED'),
    total: t.number,
    done: t.number,
    failed: t.number,
    errors: listOf(ExportFault, 1000),
  },
  { retailCampaignIdx: t.number, zip: t.string, filename: t.string, contentHash: t.string },
)
export type QueueView = t.TypeOf<typeof QueueView>
