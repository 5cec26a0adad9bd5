import { assetId } from '../domain/assets/asset-id.ts'
import { libraryFile, libraryFiles } from '../library/library-files.ts'
import { isFetchFailure } from '../ports/fetcher.ts'
import type { Ports } from '../ports/ports.ts'
import type { Resource } from '../ports/renderer.ts'

const maxImageBytes = 10 * 1024 * 1024

/**
 * The resources that the renderer may load for one account's pages: files of the account's library, read from the blobs, and
 * external images, fetched by the guarded client.
 */
export const resourcesOf = (accountId: string, { readModels, blobs, adFetcher, config }: Ports) => {
  let usedExternal = false
  const prefix = `/assets/${accountId}/`
  const publicHost = new URL(config.publicUrl).host
  // pages are rendered at a host below .invalid, so relative addresses belong to the library
  const isOwn = (host: string) => host === publicHost || host.endsWith('.invalid')

  /** Files by path: names with different queries are one file, which is read once. */
  const files = new Map<string, Promise<Resource | undefined>>()
  const readFile = async (path: string): Promise<Resource | undefined> => {
    const asset = await libraryFile(readModels, accountId, path)
    // a path never changes its content (LIBRARY-3)
    return asset && { body: await blobs.read(asset.sha256), contentType: asset.contentType, lasting: true }
  }
  const fromLibrary = (path: string): Promise<Resource | undefined> => {
    const file = files.get(path) ?? readFile(path)
    files.set(path, file)
    return file
  }
  const fromExternal = async (url: string): Promise<Resource | undefined> => {
    usedExternal = true
    const fetched = await adFetcher.fetchBytes({ url, maxBytes: maxImageBytes })
    if (isFetchFailure(fetched) || fetched.status !== 200) return undefined
    return { body: fetched.body, contentType: fetched.headers['content-type'] ?? 'application/octet-stream' }
  }

  return {
    read: async (url: string) => {
      const { host, pathname, protocol } = new URL(url)
      if (isOwn(host))
        return pathname.startsWith(prefix) ? fromLibrary(decodeURIComponent(pathname.slice(prefix.length))) : undefined
      return protocol === 'http:' || protocol === 'https:' ? fromExternal(url) : undefined
    },
    /** Whether something was fetched from outside the library. */
    usedExternal: () => usedExternal,
    /** Hashes of the library files used by a page; part of its cache key. */
    fingerprint: async (paths: readonly string[]): Promise<readonly string[]> => {
      const found = await libraryFiles(readModels, accountId, paths)
      return [...found].map(([path, { sha256 }]) => `${assetId(accountId, path)} ${sha256}`).sort()
    },
  }
}
