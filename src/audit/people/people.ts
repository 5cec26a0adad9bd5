import * as E from 'fp-ts/lib/Either.js'
import { LRUCache } from 'lru-cache'
import { approval } from '../../domain/approval/approval.ts'
import { concernedBy } from '../../domain/approval/concerned.ts'
import type { ApprovalRequested } from '../../domain/approval/events.ts'
import { apiKey } from '../../domain/keys/key.ts'
import { retailSettings } from '../../domain/provisioning/aggregates.ts'
import { streamOf } from '../../domain/shared/decider.ts'
import { subjectOf } from '../../domain/subject.ts'
import type { EventLog, Recorded } from '../../ports/event-log.ts'
import type { KeyOwner, Person } from './person.ts'

type Request = (typeof ApprovalRequested)['_A']['data']

/** Approvers of requests that are kept; a request has at most 100. */
const keptApprovers = 5_000
const keptKeys = 10_000
/** Events that are searched together for the request of one: each request may have 100 approvers. */
const atOnce = 50

const inCategory = ({ stream }: Recorded, { category }: { readonly category: string }): boolean =>
  stream.startsWith(`${category}-`)

/** Finds the people whom events name (AUDIT-9). Events read in log order are remembered, others are looked up in their streams. */
export const openPeople = (log: EventLog) => {
  const requests = new LRUCache<string, Request>({
    maxSize: keptApprovers,
    sizeCalculation: ({ approvers }) => 1 + approvers.length,
  })
  const owners = new LRUCache<string, { readonly grant: KeyOwner | undefined }>({ max: keptKeys })

  const approvalEvent = ({ type, data }: Recorded) => {
    const decoded = approval.events.decode({ type, data })
    return E.isRight(decoded) ? decoded.right : undefined
  }
  const requestIn = (event: Recorded): Request | undefined => {
    const known = event.type === 'ApprovalRequested' ? approvalEvent(event) : undefined
    return known?.type === 'ApprovalRequested' ? known.data : undefined
  }
  const keep = (stream: string, data: Request): Request => {
    requests.set(`${stream}#${data.approvalIdx}`, data)
    return data
  }
  /** The request that an event is about: in most cases a few events before it. */
  const requestOf = async ({ stream, revision }: Recorded, approvalIdx: number): Promise<Request | undefined> => {
    const kept = requests.get(`${stream}#${approvalIdx}`)
    if (kept) return kept
    for (let from = revision; from >= 0; from -= atOnce) {
      const events = await log.readStream(stream, { from, backwards: true, limit: atOnce })
      const found = events.find(event => requestIn(event)?.approvalIdx === approvalIdx)
      const request = found && requestIn(found)
      if (request) return keep(stream, request)
    }
    return undefined
  }

  const ofApproval = async (recorded: Recorded): Promise<readonly Person[]> => {
    const event = approvalEvent(recorded)
    const concerned = event && concernedBy(event)
    if (!event || !concerned) return []
    const { stream } = recorded
    const request =
      event.type === 'ApprovalRequested' ? keep(stream, event.data) : await requestOf(recorded, concerned.approvalIdx)
    if (!request) return []
    const accountId = subjectOf(recorded)?.accountId
    if (accountId === undefined) return []
    const { approvalIdx, sealedRequesterEmail, sealedRequesterName } = request
    const requester = { approvalIdx, sealedRequesterEmail, sealedRequesterName }
    const ids = new Set(concerned.ids)
    const asked = concerned.role === 'approver' ? { sealedRequesterEmail } : {}
    return [
      ...(concerned.requester ? [{ role: concerned.requester, accountId, named: requester }] : []),
      ...request.approvers
        .filter(({ approverId }) => ids.has(approverId))
        .map(named => ({ role: concerned.role, accountId, named, ...asked })),
    ]
  }

  const ofSettings = (recorded: Recorded): readonly Person[] => {
    const decoded = retailSettings.events.decode({ type: recorded.type, data: recorded.data })
    const accountId = subjectOf(recorded)?.accountId
    if (E.isLeft(decoded) || accountId === undefined) return []
    return decoded.right.data.value.approvers.map(named => ({ role: 'approver', accountId, named }))
  }

  const grantOf = async (keyId: string): Promise<KeyOwner | undefined> => {
    const kept = owners.get(keyId)
    if (kept) return kept.grant
    const [issued] = await log.readStream(streamOf(apiKey, keyId), { limit: 1 })
    const event = issued && apiKey.events.decode({ type: issued.type, data: issued.data })
    const grant = event && E.isRight(event) && event.right.type === 'ApiKeyIssued' ? event.right.data : undefined
    owners.set(keyId, { grant })
    return grant
  }
  const ofKeys = async (recorded: Recorded): Promise<readonly Person[]> => {
    const { actor } = recorded.metadata
    const about = inCategory(recorded, apiKey) ? [recorded.stream.slice(apiKey.category.length + 1)] : []
    const people: Person[] = []
    for (const keyId of new Set([...(/^[A-Za-z0-9]{8}$/.test(actor) ? [actor] : []), ...about])) {
      const grant = await grantOf(keyId)
      if (grant !== undefined) people.push({ role: 'key-owner', keyId, grant })
    }
    return people
  }

  const named = async (event: Recorded): Promise<readonly Person[]> => {
    if (inCategory(event, approval)) return ofApproval(event)
    return inCategory(event, retailSettings) ? ofSettings(event) : []
  }
  return {
    /** Call it for events that are passed over, so that later ones need no look-up. */
    seen: (event: Recorded): void => {
      const request = inCategory(event, approval) ? requestIn(event) : undefined
      if (request) keep(event.stream, request)
    },
    /** The people whom an event names: owners of keys first, then requester and approvers. */
    of: async (event: Recorded): Promise<readonly Person[]> => [...(await ofKeys(event)), ...(await named(event))],
  }
}
