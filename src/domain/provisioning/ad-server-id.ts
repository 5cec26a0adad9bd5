import { partsOfId } from '../shared/parts-of-id.ts'

/** The id of an ad server's stream and document: `fernhollow:fernhollow-dsp`. */
export const idOfAdServer = (orgId: string, adServerId: string): string => `${orgId}:${adServerId}`

/** Organisation and name of such an id. */
export const adServerOfId = (id: string): { readonly orgId: string; readonly adServerId: string } => {
  const [orgId, adServerId] = partsOfId(id)
  return { orgId, adServerId }
}
