import * as E from 'fp-ts/lib/Either.js'
import { openedApprover, openedRequester } from '../approval/opened-approval.ts'
import { ApprovalEvent } from '../domain/approval/events.ts'
import { accountOfKey, apiKey } from '../domain/keys/key.ts'
import { type Approver, retailSettings } from '../domain/provisioning/aggregates.ts'
import { openedOwner } from '../lookups/key-owner.ts'
import { openedText, unreadable } from '../lookups/opened-text.ts'
import type { Recorded } from '../ports/event-log.ts'
import type { Secrets } from '../ports/secrets.ts'
import { matching, type Person } from './person.ts'

/** How many events name a person, by what they say. `mails`: sent to the person. */
export type PersonCounts = {
  /** API keys that the person owns. */
  apiKeys: number
  settings: number
  requests: number
  asked: number
  answers: number
  mails: number
}

/** The types of events of approvals that name persons, or tell what was sent to them. */
const naming: ReadonlySet<string> = new Set<ApprovalEvent['type']>([
  'ApprovalRequested',
  'ApprovalDecisionRecorded',
  'ApprovalMailSent',
  'RequesterNotified',
])

const placeOf = ({ stream, revision }: Recorded): string => `${stream}@${revision}`

/**
 * Notes, event by event in the order of the log, what names a person, and whether the reason `mentions` a name of the person. `personIds`:
 * see `matching`; keys that are found are added.
 */
export const personNotes = (
  { accountId, address }: Person,
  mentions: (name: string) => boolean,
  secrets: Secrets,
  personIds: Map<string, string>,
) => {
  const { matches, unopened } = matching({ accountId, address }, personIds, secrets)
  const opens = { unsealForAccount: (id: string, sealed: string) => openedText(id, sealed, secrets) }
  const approvers = new Set<string>()
  const requests = new Set<number>()
  const counts: PersonCounts = { apiKeys: 0, settings: 0, requests: 0, asked: 0, answers: 0, mails: 0 }
  /** Whether a sealed address is the person's; its key is then one of the person. */
  const isPersons = async (sealedAddress: string, where: string): Promise<boolean> => {
    const spelled = await matches(sealedAddress, where)
    const personId = spelled === undefined ? undefined : secrets.personIn(sealedAddress)
    if (spelled !== undefined && personId !== undefined) personIds.set(personId, spelled)
    return spelled !== undefined
  }
  const reason = { hasName: false }
  const called = (name: string | undefined) => {
    if (name !== undefined && name !== unreadable && mentions(name)) reason.hasName = true
  }

  const isAmong = async (listed: readonly Approver[], where: string): Promise<boolean> => {
    let found = false
    for (const one of listed) {
      if (!(await isPersons(one.sealedEmail, where))) continue
      found = true
      approvers.add(one.approverId)
      called((await openedApprover(accountId, one, opens)).userName)
    }
    return found
  }
  type Requested = Extract<ApprovalEvent, { type: 'ApprovalRequested' }>['data']
  const requested = async (data: Requested, where: string) => {
    if (await isPersons(data.sealedRequesterEmail, where)) {
      counts.requests++
      requests.add(data.approvalIdx)
      called((await openedRequester(accountId, data, opens)).name)
    }
    if (await isAmong(data.approvers, where)) counts.asked++
  }
  return {
    /** The keys of the person, each with the address that leads to it. */
    found: { personIds, counts, reason },
    unopened,
    /** An event of the retail settings. */
    async settings(event: Recorded): Promise<void> {
      const decoded = retailSettings.events.decode(event)
      if (E.isLeft(decoded)) return
      if (await isAmong(decoded.right.data.value.approvers, placeOf(event))) counts.settings++
    },
    /** An event of an API key of any account. */
    async key(event: Recorded): Promise<void> {
      const { type, data } = event
      const decoded = type === 'ApiKeyIssued' ? apiKey.events.decode({ type, data }) : E.left(undefined)
      if (E.isLeft(decoded) || decoded.right.type !== 'ApiKeyIssued') return
      const grant = decoded.right.data
      if (accountOfKey(grant) !== accountId) return
      const { sealedOwnerEmail: sealed } = grant
      if (sealed === undefined || !(await isPersons(sealed, placeOf(event)))) return
      counts.apiKeys++
      called((await openedOwner(grant, secrets)).owner)
    },
    /** An event of an approval. */
    async approval(event: Recorded): Promise<void> {
      const decoded = naming.has(event.type) ? ApprovalEvent.decode(event) : E.left(undefined)
      if (E.isLeft(decoded)) return
      const { type, data } = decoded.right
      if (type === 'ApprovalRequested') await requested(data, placeOf(event))
      else if (type === 'ApprovalDecisionRecorded' && approvers.has(data.approverId)) counts.answers++
      else if (type === 'ApprovalMailSent' && approvers.has(data.approverId)) counts.mails++
      else if (type === 'RequesterNotified' && requests.has(data.approvalIdx) && data.failure === undefined)
        counts.mails++
    },
  }
}
