import type { FoundValue, KeyedRow, ValueSearch } from '../../ports/row-indexes.ts'
import { threadFailed } from '../threads/thread-failed.ts'
import type { IndexKind } from './index-kinds.ts'

export type IndexTask =
  | { readonly do: 'build'; readonly rows: string; readonly out: string; readonly kind: IndexKind }
  | { readonly do: 'rows'; readonly index: string; readonly keys: readonly string[] }
  | { readonly do: 'values'; readonly index: string; readonly search: ValueSearch }
export type IndexAnswer =
  | { readonly built: true }
  | { readonly rows: readonly (readonly [string, KeyedRow])[] }
  | { readonly values: readonly FoundValue[] }
  | { readonly broken: string }

/** The thread that does the tasks, and its limit of memory. */
export const indexThread = { file: new URL('./index-thread.ts', import.meta.url), heapMb: 256 } as const

/** The answer of a thread; rejects with what broke. */
export const answered = async (answer: Promise<IndexAnswer>) => {
  const known = await answer
  if ('broken' in known) throw threadFailed(known.broken)
  return known
}
