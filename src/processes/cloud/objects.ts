import type { CopyCursor } from '../../domain/cloud/copy-events.ts'
import { joinPath, prefixOf } from '../../domain/cloud/path.ts'
import type { CopyRequest } from '../../domain/cloud/service.ts'
import { type CloudObject, type CloudStorage, isCloudFailure } from '../../ports/cloud-storage.ts'

/** An object to copy, by its name below the root directory. `cursor`: the place after it. `missing`: why there is none. */
export type Found = { readonly name: string; readonly cursor: CopyCursor; readonly missing?: string }

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

type Place = Pick<CopyCursor, 'page' | 'after'>

async function* pagesOf(storage: CloudStorage, prefix: string, from: Place) {
  let { page, after } = from
  for (;;) {
    const listed = await storage.list({ prefix, limit: pageSize, page })
    if (isCloudFailure(listed)) throw new Error(`The folder cannot be listed: ${listed.detail}`)
    yield { page, objects: following(listed.objects, after).filter(isFile) }
    if (listed.next === undefined) return
    page = listed.next
    after = undefined
  }
}

/** The objects of a request after a cursor, in a fixed order: its files, then its folders page by page. */
export async function* objectsOf(
  storage: CloudStorage,
  rootPrefix: string,
  { path, files, folders }: CopyRequest,
  from: CopyCursor,
): AsyncGenerator<Found> {
  const begin = prefixOf(rootPrefix).length
  for (let source = from.source; source < files.length; source++)
    yield { name: joinPath(path, files[source] ?? ''), cursor: { source: source + 1 } }
  for (let source = Math.max(from.source, files.length); source < files.length + folders.length; source++) {
    const folder = joinPath(path, folders[source - files.length] ?? '')
    const place: Place = source === from.source ? from : {}
    let any = place.page !== undefined || place.after !== undefined
    for await (const { page, objects } of pagesOf(storage, prefixOf(joinPath(rootPrefix, folder)), place))
      for (const { key } of objects) {
        any = true
        yield { name: key.slice(begin), cursor: { source, after: key, ...(page === undefined ? {} : { page }) } }
      }
    if (!any) yield { name: folder, cursor: { source: source + 1 }, missing: 'This folder has no files.' }
  }
}
