import { cloudCopyId } from '../../src/domain/cloud/copy.ts'
import type { CloudCopyRequested, CloudServiceEvent } from '../../src/domain/cloud/service-events.ts'

/** The copy request in an event of a cloud service, if any. The copy's progress is in its own stream. */
export const requestOf = (event: CloudServiceEvent): CloudCopyRequested['data'] | undefined =>
  event.type === 'CloudCopyRequested' ? event.data : undefined

/** The id of the copy that an event of a cloud service requests, if any. */
export const requestedId = (event: CloudServiceEvent): string | undefined => {
  const request = requestOf(event)
  return request && cloudCopyId(request.accountId, request.queueId)
}
