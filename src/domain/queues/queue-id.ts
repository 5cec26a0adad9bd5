import { partsOfId } from '../shared/parts-of-id.ts'

/** The id of a queue's document: `acme:export-12-production-png-1-1`. */
export const idOfQueue = (accountId: string, queueId: string): string => `${accountId}:${queueId}`

/** Account and queue id of such an id. */
export const queueOfId = (id: string): { readonly accountId: string; readonly queueId: string } => {
  const [accountId, queueId] = partsOfId(id)
  return { accountId, queueId }
}
