import type { Recorded } from '../ports/event-log.ts'
import type { Secrets } from '../ports/secrets.ts'
import { namesPersons, revealed } from './revealed.ts'
import { sealingAccount } from './sealing-account.ts'

/** How auditors read events: sealed names and comments opened, addresses masked, and what was erased as `erased` (AUDIT-4). */
export type AuditReader = {
  /** Data or a state of this account. */
  shown(accountId: string, data: unknown): Promise<unknown>
  /** The event with its data as shown. */
  shownEvent(event: Recorded): Promise<Recorded>
}

/** A reader for one request or command. */
export const auditReader = ({ secrets }: { readonly secrets: Secrets }): AuditReader => {
  const shown: AuditReader['shown'] = async (accountId, data) =>
    namesPersons(data) ? revealed(data, { accountId, secrets }) : data
  return {
    shown,
    async shownEvent(event) {
      const accountId = sealingAccount(event)
      if (accountId === undefined) return event
      const { id, type, stream, revision, position, metadata } = event
      return { id, type, stream, revision, position, metadata, data: await shown(accountId, event.data) }
    },
  }
}
