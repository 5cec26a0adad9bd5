import type { CopyCursor } from '../../domain/cloud/copy-events.ts'
import { joinPath, prefixOf } from '../../domain/cloud/path.ts'
import type { CopyRequest } from '../../domain/cloud/service.ts'
import { AttemptFailed } from '../../engine/react/attempt-failed.ts'
import { type CloudObject, type CloudPage, type CloudStorage, isCloudFailure } from '../../ports/cloud-storage.ts'
import { BeyondBounds, type Bounds, longestName } from './bounds.ts'

/** An object to copy, by its name below the root directory. `cursor`: the place after it. `missing`: why there is none. */
export type Found = { readonly name: string; readonly cursor: CopyCursor; readonly missing?: string }

/** The storage that a request is found in, and what ends the search. */
export type Search = {
  readonly storage: CloudStorage
  readonly rootPrefix: string
  readonly bounds: Bounds
  /** Objects that earlier attempts have settled. */
  readonly settled: number
  readonly signal: AbortSignal
  /** Called for each page with objects. */
  moved(): void
}

const pageSize = 1000

/** Some tools create an empty object for a folder. */
const isFile = ({ key }: CloudObject): boolean => !key.endsWith('/')

/** The objects of a page after a key. Keys are sorted by their bytes. */
const following = (objects: readonly CloudObject[], after: string | undefined): readonly CloudObject[] => {
  if (after === undefined) return objects
  const at = objects.findIndex(({ key }) => key === after)
  return at >= 0
    ? objects.slice(at + 1)
    : objects.filter(({ key }) => Buffer.compare(Buffer.from(key), Buffer.from(after)) > 0)
}

/** Refuses a page that no object store would send. */
const mustBePlausible = ({ objects, next = '' }: CloudPage, page: string | undefined): void => {
  if (next.length > longestName || objects.some(({ key }) => key.length > longestName))
    throw new BeyondBounds(`The cloud service lists names of more than ${longestName} characters.`)
  if (next !== '' && next === page) throw new BeyondBounds('The cloud service lists the same page again and again.')
}

type Place = Pick<CopyCursor, 'page' | 'after'>

/** The pages of one pass; they count together for all folders. */
const pagesIn = ({ storage, bounds, signal, moved }: Search) => {
  let left = bounds.pages
  return async function* (prefix: string, from: Place) {
    let { page, after } = from
    for (;;) {
      if (left-- === 0) throw new BeyondBounds(`The cloud service lists more than ${bounds.pages} pages.`)
      const listed = await storage.list({ prefix, limit: pageSize, page, signal })
      signal.throwIfAborted()
      if (isCloudFailure(listed)) throw new AttemptFailed(`The folder cannot be listed: ${listed.detail}`)
      mustBePlausible(listed, page)
      if (listed.objects.length > 0) moved()
      yield { page, objects: following(listed.objects, after).filter(isFile) }
      if (listed.next === undefined) return
      page = listed.next
      after = undefined
    }
  }
}

async function* unbounded(search: Search, { path, files, folders }: CopyRequest, from: CopyCursor) {
  const { rootPrefix } = search
  const begin = prefixOf(rootPrefix).length
  const pagesOf = pagesIn(search)
  for (let source = from.source; source < files.length; source++)
    yield { name: joinPath(path, files[source] ?? ''), cursor: { source: source + 1 } }
  for (let source = Math.max(from.source, files.length); source < files.length + folders.length; source++) {
    const folder = joinPath(path, folders[source - files.length] ?? '')
    const place: Place = source === from.source ? from : {}
    let any = place.page !== undefined || place.after !== undefined
    for await (const { page, objects } of pagesOf(prefixOf(joinPath(rootPrefix, folder)), place))
      for (const { key } of objects) {
        any = true
        yield { name: key.slice(begin), cursor: { source, after: key, ...(page === undefined ? {} : { page }) } }
      }
    if (!any) yield { name: folder, cursor: { source: source + 1 }, missing: 'This folder has no files.' }
  }
}

/**
 * The objects of a request after a cursor, in a fixed order: its files, then its folders page by page. Throws BeyondBounds for
 * a request of too many.
 */
export async function* objectsOf(search: Search, request: CopyRequest, from: CopyCursor): AsyncGenerator<Found> {
  const { objects } = search.bounds
  let left = objects - search.settled
  for await (const found of unbounded(search, request, from)) {
    if (left-- <= 0) throw new BeyondBounds(`The request names more than ${objects} files. Copy them in parts.`)
    yield found
  }
}
