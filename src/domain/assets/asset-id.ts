import { partsOfId } from '../shared/parts-of-id.ts'

/** The id of a library file's stream and document: `acme:brand/logo.png`. */
export const assetId = (accountId: string, path: string): string => `${accountId}:${path}`

/** Account and path of a library file's id. */
export const assetOfId = (id: string): { readonly accountId: string; readonly path: string } => {
  const [accountId, path] = partsOfId(id)
  return { accountId, path }
}
