import { partsOfId } from '../shared/parts-of-id.ts'

/** The id of a library file's stream and document: `acme:brand/logo.png`. */
export const assetId = (accountId: string, path: string): string => `${accountId}:${path}`

/**
 * The paths at which a file may be stored that a text or an address names: as it is written, and composed (NFC), as new files are stored
 * (LIBRARY-8). Most texts are composed, so that there is one.
 */
export const storedPaths = (path: string): readonly string[] => {
  const composed = path.normalize('NFC')
  return composed === path ? [path] : [path, composed]
}

/** Account and path of a library file's id. */
export const assetOfId = (id: string): { readonly accountId: string; readonly path: string } => {
  const [accountId, path] = partsOfId(id)
  return { accountId, path }
}
