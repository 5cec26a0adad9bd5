import { DocumentUnreadable } from '../../../ports/store-away.ts'
import type { IsServing } from '../unreadable-views.ts'
import type { Generation, Generations, ViewName } from './generations.ts'

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}

/** Documents read from a generation of a view; throws DocumentUnreadable if one of them is not JSON. */
export const readable = <D extends { readonly json: string | undefined }>(
  { name }: ViewName,
  { collection }: Generation,
  documents: readonly D[],
): readonly D[] => {
  if (documents.every(({ json }) => json === undefined || isJson(json))) return documents
  throw new DocumentUnreadable(name, collection)
}

/** As `unreadableViews` asks: whether the view still has its documents in the collection. */
export const isServingIn =
  ({ read }: Generations, viewsOfNode: () => readonly ViewName[]): IsServing =>
  async (name, collection) => {
    const found = await Promise.all(viewsOfNode().flatMap(view => (view.name === name ? [read(view)] : [])))
    return found.some(generation => generation?.collection === collection)
  }

/** For `catch`: a criterion that was evaluated here met a document that is not JSON. */
export const unreadableIn =
  ({ name }: ViewName, { collection }: Generation) =>
  (error: unknown): never => {
    throw error instanceof SyntaxError ? new DocumentUnreadable(name, collection) : error
  }
