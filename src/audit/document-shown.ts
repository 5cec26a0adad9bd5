import { apiKeys } from '../../projections/keys/api-keys.ts'
import type { ViewRef } from '../ports/read-models.ts'
import { keyShown } from './key-shown.ts'
import type { AuditReader } from './reader.ts'

type Document = Readonly<Record<string, unknown>>

/** A document of a view as people read it: as auditors read it if it is of an account, else without what is sealed, and keys as `keyShown`. */
export const documentShown = async (
  { name: view }: Pick<ViewRef, 'name'>,
  document: unknown,
  accountId: unknown,
  reader: AuditReader,
): Promise<Document> => {
  // a sealed address opens only with the key of its account
  const masked =
    typeof accountId === 'string'
      ? await reader.shown(accountId, document)
      : JSON.parse(JSON.stringify(document, (name, value) => (/^sealed/.test(name) ? 'sealed' : value)))
  return view === apiKeys.name ? keyShown(masked) : masked
}
