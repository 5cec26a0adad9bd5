import { hash } from 'node:crypto'
import { assetId } from '../domain/assets/asset-id.ts'
import { assetPathOf } from '../domain/assets/library-address.ts'
import { standInGif } from '../domain/tags/quiet-script.ts'
import { libraryFile, libraryFiles } from '../library/library-files.ts'
import { isFetchFailure } from '../ports/fetcher.ts'
import type { PictureCheck } from '../ports/picture-checks.ts'
import type { Ports } from '../ports/ports.ts'
import type { RenderFailure, Resource } from '../ports/renderer.ts'

const maxImageBytes = 10 * 1024 * 1024
const standIn: Resource = { body: Buffer.from(standInGif, 'base64'), contentType: 'image/gif', isStandIn: true }
/** An address for messages: without the query, which may contain a secret, and without the renderer's placeholder host. */
export const displayed = (url: string): string =>
  (url.split(/[?#]/, 1)[0] ?? '').replace(/^https?:\/\/[^/]*\.invalid(?=\/)/, '')
const withoutFragment = (url: string): string => url.split('#', 1)[0] ?? url
const isWeb = (protocol: string) => protocol === 'http:' || protocol === 'https:'

/**
 * The resources that the renderer may load for one account's pages: files of the account's library, read from the blobs, and
 * external images, fetched by the guarded client. `elsewhere`: the pictures on other hosts that the page is known to show; others get a
 * stand-in, because they may be counting pixels (TAGS-19).
 */
export const resourcesOf = (
  accountId: string,
  elsewhere: readonly string[],
  { readModels, blobs, adFetcher, pictureChecks, config }: Ports,
) => {
  let usedExternal = false
  const pictures = new Set(elsewhere)
  const publicHost = new URL(config.publicUrl).host
  // pages are rendered at a host below .invalid, so relative addresses belong to the library
  const isOwn = (host: string) => host === publicHost || host.endsWith('.invalid')

  const check = (body: Buffer, sha256: string) => pictureChecks.check(accountId, sha256, async () => body)
  /** Why a file is not shown as a picture, whatever it is for. */
  const faultIn = ({ fault }: PictureCheck): Pick<Resource, 'fault'> => (fault === undefined ? {} : { fault })
  /** What SVGs of other hosts name that browsers do not load when they show them, by address. */
  const gaps = new Map<string, readonly string[]>()
  /** Such faults by the address that was asked for. */
  const faults = new Map<string, string>()
  /** Files by path: names with different queries are one file, which is read once. */
  const files = new Map<string, Promise<Resource | undefined>>()
  const readFile = async (path: string): Promise<Resource | undefined> => {
    const asset = await libraryFile(readModels, accountId, path)
    if (asset === undefined) return undefined
    const { sha256, contentType } = asset
    const body = await blobs.read(sha256)
    // a path never changes its content (LIBRARY-3)
    return { body, contentType, lasting: true, ...faultIn(await check(body, sha256)) }
  }
  const fromLibrary = (path: string): Promise<Resource | undefined> => {
    const file = files.get(path) ?? readFile(path)
    files.set(path, file)
    return file
  }
  const fromExternal = async (url: string, isPicture: boolean): Promise<Resource | undefined> => {
    usedExternal = true
    const fetched = await adFetcher.fetchBytes({ url, maxBytes: maxImageBytes })
    if (isFetchFailure(fetched) || fetched.status !== 200) return undefined
    const { body, headers } = fetched
    const contentType = headers['content-type'] ?? 'application/octet-stream'
    const checked = await check(body, hash('sha256', body))
    if (checked.notLoaded && isPicture) gaps.set(url, checked.notLoaded)
    return { body, contentType, ...faultIn(checked) }
  }

  /** Why a picture of this address that was displayed cannot be seen. */
  const faultOf = (address: string): RenderFailure => {
    const { protocol = '', host = '', pathname = '', href = '' } = URL.parse(address) ?? {}
    if (protocol !== 'data:' && !isWeb(protocol))
      return { code: 'image-missing', detail: `${address.slice(0, 200)} is no address of the web` }
    const fault = faults.get(withoutFragment(href)) ?? 'no picture that browsers can show'
    const what = protocol === 'data:' ? `the data: address ${address.slice(0, 40)}` : displayed(address)
    return { code: 'image-undecodable', detail: `${isOwn(host) ? pathname : what} is ${fault}` }
  }
  const found = async (url: string, isPicture: boolean): Promise<Resource | undefined> => {
    const { host, pathname, protocol } = new URL(url)
    if (isOwn(host)) {
      const path = assetPathOf(accountId, pathname)
      return path === undefined ? undefined : fromLibrary(path)
    }
    if (!isWeb(protocol)) return undefined
    return isPicture && !pictures.has(url) ? standIn : fromExternal(url, isPicture)
  }

  return {
    read: async (url: string, isPicture: boolean) => {
      const resource = await found(url, isPicture)
      if (resource?.fault !== undefined) faults.set(url, resource.fault)
      return resource
    },
    /** Takes addresses for those of pictures: the page shows their stand-ins. */
    show: (urls: readonly string[]) => {
      for (const url of urls) pictures.add(url)
    },
    faultOf,
    gaps,
    /** Whether something was fetched from outside the library. */
    usedExternal: () => usedExternal,
    /** Hashes of the library files used by a page; part of its cache key. */
    fingerprint: async (paths: readonly string[]): Promise<readonly string[]> => {
      const found = await libraryFiles(readModels, accountId, paths)
      return [...found].map(([path, { sha256 }]) => `${assetId(accountId, path)} ${sha256}`).sort()
    },
  }
}
