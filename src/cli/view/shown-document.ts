import { apiKeys } from '../../../projections/keys/api-keys.ts'
import type { AuditReader } from '../../audit/reader.ts'
import type { Stored, ViewRef } from '../../ports/read-models.ts'
import { DocumentUnreadable } from '../../ports/store-away.ts'

type Document = Readonly<Record<string, unknown>>

const documentIn = ({ name }: ViewRef, { json }: Stored): Document => {
  try {
    return JSON.parse(json)
  } catch (error) {
    throw error instanceof SyntaxError ? new DocumentUnreadable(name) : error
  }
}

/** What the command line shows of a document: as auditors read it, and keys without their hashes. */
export const shownDocument = async (view: ViewRef, stored: Stored, reader: AuditReader): Promise<Document> => {
  const document = documentIn(view, stored)
  const { accountId } = document
  // a sealed address opens only with the key of its account
  const masked =
    typeof accountId === 'string'
      ? await reader.shown(accountId, document)
      : JSON.parse(JSON.stringify(document, (name, value) => (/^sealed/.test(name) ? 'sealed' : value)))
  const isHash = (name: string) => view.name === apiKeys.name && name === 'hash'
  const { id: _, ...members } = JSON.parse(JSON.stringify(masked, (name, value) => (isHash(name) ? undefined : value)))
  return { id: stored.id, position: String(stored.position), ...members }
}
