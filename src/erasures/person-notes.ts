import * as E from 'fp-ts/lib/Either.js'
import { openedApprover, openedRequester } from '../approval/opened-approval.ts'
import { ApprovalEvent } from '../domain/approval/events.ts'
import type { Erased } from '../domain/erasures/erasures.ts'
import { accountOfKey, apiKey } from '../domain/keys/key.ts'
import { type Approver, retailSettings } from '../domain/provisioning/aggregates.ts'
import { mailboxOf } from '../domain/shared/mailbox.ts'
import { openedOwner } from '../lookups/key-owner.ts'
import { openedText, unreadable } from '../lookups/opened-text.ts'
import type { Recorded } from '../ports/event-log.ts'
import type { Secrets } from '../ports/secrets.ts'
import { namedIds, noting } from './named-ids.ts'
import { type Matches, matching, type Person } from './person.ts'

/** How many events name a person, by what they say; `older`: those of releases that did not seal names. `mails`: sent to the person. */
export type PersonCounts = {
  /** API keys that the person owns. */
  apiKeys: number
  /** Those of releases that did not seal owners. */
  plainKeys: number
  settings: number
  requests: number
  asked: number
  answers: number
  mails: number
  older: number
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
  gone: Erased,
  personIds: Map<string, string>,
) => {
  const { matches, unopened } = matching({ accountId, address }, personIds, secrets)
  const opens = { unsealForAccount: (id: string, sealed: string) => openedText(id, sealed, secrets) }
  const approvers = namedIds(gone.approverIds)
  const requests = namedIds(gone.approvalIdxs)
  const approvals = new Map<string, number[]>()
  const counts: PersonCounts = {
    apiKeys: 0,
    plainKeys: 0,
    settings: 0,
    requests: 0,
    asked: 0,
    answers: 0,
    mails: 0,
    older: 0,
  }
  const note = noting(matches, secrets, personIds)
  const reason = { hasName: false }
  const called = (name: string | undefined) => {
    if (name !== undefined && name !== unreadable && mentions(name)) reason.hasName = true
  }

  const amongApprovers = async (listed: readonly Approver[], where: string): ReturnType<Matches> => {
    let found: Awaited<ReturnType<Matches>>
    for (const one of listed) {
      const matched = await note(approvers, one.approverId, one.sealedEmail, where)
      if (matched === undefined) continue
      found = matched
      called((await openedApprover(accountId, one, opens)).userName)
    }
    return found
  }
  type Requested = Extract<ApprovalEvent, { type: 'ApprovalRequested' }>['data']
  const requested = async (id: string, data: Requested, where: string) => {
    const asks = await note(requests, data.approvalIdx, data.sealedRequesterEmail, where)
    const isAsked = await amongApprovers(data.approvers, where)
    if (asks) {
      counts.requests++
      called((await openedRequester(accountId, data, opens)).name)
    }
    if (isAsked) counts.asked++
    if (!asks?.isOlder && !isAsked?.isOlder) return
    counts.older++
    const made = approvals.get(id) ?? []
    if (asks?.isOlder) made.push(data.approvalIdx)
    approvals.set(id, made)
  }
  return {
    /** The keys of the person, each with the address that leads to it; and in events of releases before the ids, and the approvals with the requests that the person made there. */
    found: { personIds, approverIds: approvers.older, approvalIdxs: requests.older, approvals, counts, reason },
    unopened,
    /** An event of the retail settings. */
    async settings(event: Recorded): Promise<void> {
      const decoded = retailSettings.events.decode(event)
      if (E.isLeft(decoded)) return
      const found = await amongApprovers(decoded.right.data.value.approvers, placeOf(event))
      if (found) counts.settings++
      if (found?.isOlder) counts.older++
    },
    /** An event of an API key of any account. */
    async key(event: Recorded): Promise<void> {
      const { type, data } = event
      const decoded = type === 'ApiKeyIssued' ? apiKey.events.decode({ type, data }) : E.left(undefined)
      if (E.isLeft(decoded) || decoded.right.type !== 'ApiKeyIssued') return
      const grant = decoded.right.data
      if (accountOfKey(grant) !== accountId) return
      const { sealedOwnerEmail: sealed } = grant
      const match = sealed === undefined ? undefined : await matches(sealed, placeOf(event))
      if (sealed !== undefined && match !== undefined) {
        counts.apiKeys++
        called((await openedOwner(grant, secrets)).owner)
        const personId = secrets.personIn(sealed)
        if (personId !== undefined) personIds.set(personId, match.spelled)
      } else if (mailboxOf(grant.owner) === mailboxOf(address)) counts.plainKeys++
    },
    /** An event of the approval with this id. */
    async approval(id: string, event: Recorded): Promise<void> {
      const decoded = naming.has(event.type) ? ApprovalEvent.decode(event) : E.left(undefined)
      if (E.isLeft(decoded)) return
      const { type, data } = decoded.right
      if (type === 'ApprovalRequested') await requested(id, data, placeOf(event))
      else if (type === 'ApprovalDecisionRecorded' && approvers.all.has(data.approverId)) {
        counts.answers++
        if (data.comment !== '') counts.older++
      } else if (type === 'ApprovalMailSent' && approvers.all.has(data.approverId)) counts.mails++
      else if (type === 'RequesterNotified' && requests.all.has(data.approvalIdx) && data.failure === undefined)
        counts.mails++
    },
  }
}
