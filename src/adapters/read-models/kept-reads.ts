import { LRUCache } from 'lru-cache'
import type { Page, ViewRef } from '../../ports/read-models.ts'

/** Size of what is kept, in characters of documents and questions. */
const mostCharacters = 16_000_000

type ViewName = Pick<ViewRef, 'name' | 'version'>
type Kept = { readonly mark: string; readonly answer: unknown; readonly characters: number }

/**
 * Keeps the latest answers of a store until documents of their view change (ADR 0110). `markOf`: a text that changes with the
 * view; undefined: what is stored must be read.
 */
export const keptReads = (markOf: (view: ViewName) => string | undefined, most = mostCharacters) => {
  const kept = new LRUCache<string, Kept>({ maxSize: most, sizeCalculation: ({ characters }) => characters })
  return async <T>(
    view: ViewName,
    question: string,
    read: () => Promise<T>,
    charactersOf: (answer: T) => number,
  ): Promise<T> => {
    // before the read: an answer that is newer than its mark is only dropped too early
    const mark = markOf(view)
    if (mark === undefined) return read()
    const key = `${view.name}\n${view.version}\n${question}`
    const known = kept.get(key)
    if (known?.mark === mark) return known.answer as T
    const answer = await read()
    kept.set(key, { mark, answer, characters: key.length + charactersOf(answer) })
    return answer
  }
}

/** The size of a page that is kept. */
export const charactersOf = ({ documents }: Page): number =>
  documents.reduce((sum, { id, json }) => sum + id.length + json.length, 0)
