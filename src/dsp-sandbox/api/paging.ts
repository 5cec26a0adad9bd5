import { invalid } from './api-error.ts'

/** A parameter of the query; of a repeated one the first. */
export type Query = Readonly<Record<string, string | readonly string[] | undefined>>

export const parameter = (query: Query, name: string): string | undefined => {
  const value = query[name]
  return typeof value === 'string' ? value : value?.[0]
}

export type Paged<A> = { readonly items: readonly A[]; readonly next: string | undefined }

/**
 * A page of items in the order of their ids: 1 to 200, 100 unless asked. Its token names the last item, so that pages stay stable while
 * items come and go. Throws an ApiError if size or token are invalid.
 */
export const pageOf = <A>(items: readonly A[], idOf: (item: A) => string, query: Query): Paged<A> => {
  const size = parameter(query, 'pageSize') ?? '100'
  if (!/^\d{1,3}$/.test(size) || Number(size) < 1 || Number(size) > 200)
    throw invalid('pageSize must be between 1 and 200.')
  const token = parameter(query, 'pageToken')
  const after = token ? Buffer.from(token, 'base64url').toString() : '0'
  if (!/^\d{1,15}$/.test(after)) throw invalid('pageToken is invalid.')
  const left = items.filter(item => Number(idOf(item)) > Number(after))
  const page = left.slice(0, Number(size))
  const last = page.at(-1)
  const next =
    last !== undefined && left.length > page.length ? Buffer.from(idOf(last)).toString('base64url') : undefined
  return { items: page, next }
}
