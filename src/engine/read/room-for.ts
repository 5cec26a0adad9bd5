import type { Query } from '../../ports/read-models.ts'

/** How many of these documents, from the first, a page of so many characters has room for: at least one. */
export const roomFor = (
  documents: readonly { readonly json?: string | null | undefined }[],
  { characters = Number.POSITIVE_INFINITY }: Pick<Query, 'characters'>,
): number => {
  let read = 0
  const end = documents.findIndex(({ json }) => {
    const isFull = read >= characters
    read += json?.length ?? 0
    return isFull
  })
  return end < 0 ? documents.length : end
}
