import { partsOfId } from '../shared/parts-of-id.ts'

/** The id of a media plan's stream and document: `acme:7`. */
export const idOfMediaPlan = (accountId: string, mediaPlanId: number): string => `${accountId}:${mediaPlanId}`

/** Account and number of such an id. */
export const mediaPlanOfId = (id: string): { readonly accountId: string; readonly mediaPlanId: number } => {
  const [accountId, mediaPlanId] = partsOfId(id)
  return { accountId, mediaPlanId: Number(mediaPlanId) }
}
