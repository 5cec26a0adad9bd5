import { accounts } from '../../projections/provisioning/accounts.ts'
import { account } from '../domain/provisioning/aggregates.ts'
import { streamOf } from '../domain/shared/decider.ts'
import { lastRevisionOf } from '../engine/write/last-revision.ts'
import type { EventLog } from '../ports/event-log.ts'
import type { ReadModels } from '../ports/read-models.ts'

/** Whether an account exists (PROVISION-9). */
export type AccountExists = (accountId: string) => Promise<boolean>

type Stores = {
  readonly readModels: Pick<ReadModels, 'get'>
  readonly log: Pick<EventLog, 'lastRevision' | 'streamHead'>
}

/** Looks accounts up in their view, and in the log what the view lacks: an account exists as soon as it is appended, on every node. */
export const accountExistsIn =
  ({ readModels, log }: Stores): AccountExists =>
  async accountId =>
    (await readModels.get(accounts, accountId)) !== undefined ||
    (await lastRevisionOf(log, streamOf(account, accountId))) >= 0
