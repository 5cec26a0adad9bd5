import * as E from 'fp-ts/lib/Either.js'
import { LRUCache } from 'lru-cache'
import { type Erased, erasedBy, erasures, PersonErased } from '../domain/erasures/erasures.ts'
import { streamOf } from '../domain/shared/decider.ts'
import type { EventLog, Recorded } from '../ports/event-log.ts'
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

/** Erasures of accounts are kept for 5 s, and for 1,000 accounts at most. */
const kept = { max: 1_000, ttl: 5_000 }

/** What was erased in an account, from the log. */
const erasedInLog = async (log: Pick<EventLog, 'readStreamPages'>, accountId: string): Promise<Erased> => {
  const found: PersonErased['data'][] = []
  for await (const page of log.readStreamPages(streamOf(erasures, accountId)))
    for (const event of page) {
      const decoded = PersonErased.decode(event)
      if (E.isRight(decoded)) found.push(decoded.right.data)
    }
  return erasedBy(found)
}

/** A reader for one request or command. */
export const auditReader = ({
  log,
  secrets,
}: {
  readonly log: Pick<EventLog, 'readStreamPages'>
  readonly secrets: Secrets
}): AuditReader => {
  const known = new LRUCache<string, Promise<Erased>>(kept)
  const erasedIn = (accountId: string): Promise<Erased> => {
    const found = known.get(accountId) ?? erasedInLog(log, accountId)
    known.set(accountId, found)
    return found
  }
  const shown: AuditReader['shown'] = async (accountId, data) =>
    namesPersons(data) ? revealed(data, { accountId, secrets, erased: await erasedIn(accountId) }) : data
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
