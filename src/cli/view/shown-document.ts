import { documentShown } from '../../audit/document-shown.ts'
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

/** What the command line shows of a document: `id` is that in the view, and `ownId` a member `id` that says something else. */
export const shownDocument = async (view: ViewRef, stored: Stored, reader: AuditReader): Promise<Document> => {
  const document = documentIn(view, stored)
  const { id: own, ...members } = await documentShown(view, document, document.accountId, reader)
  const ids = own === undefined || own === stored.id ? { id: stored.id } : { id: stored.id, ownId: own }
  return { ...ids, position: String(stored.position), ...members }
}
