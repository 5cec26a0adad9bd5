import { cloudCopyId } from '../../src/domain/cloud/copy.ts'
import type { CloudCopyRequested, CloudServiceEvent } from '../../src/domain/cloud/service-events.ts'

/** The request of a copy, when an event of a cloud service is one: the work on it stands in the copy's own stream. */
export const requestOf = (event: CloudServiceEvent): CloudCopyRequested['data'] | undefined =>
  event.type === 'CloudCopyRequested' ? event.data : undefined

/** The id of the copy that an event of a cloud service asks for; undefined when it asks for none. */
export const requestedId = (event: CloudServiceEvent): string | undefined => {
  const request = requestOf(event)
  return request && cloudCopyId(request.accountId, request.queueId)
}
