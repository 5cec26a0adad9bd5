import { assetPathOf } from '../assets/library-address.ts'
import { adHost } from './ad-host.ts'

/** The library of an account: the content types of its files by path, and the address of the service. */
export type Library = {
  readonly accountId: string
  readonly publicUrl: string
  readonly contentTypes: ReadonlyMap<string, string>
  /** What pictures are instead, by path, as far as they were decoded. */
  readonly undecodable?: ReadonlyMap<string, string>
}
type Place = Pick<Library, 'accountId' | 'publicUrl'>
export type PictureFault = {
  readonly code: 'image-missing' | 'image-undecodable' | 'foreign-image'
  readonly detail: string
}

/** The types of pictures that browsers show; not those of cameras and of programs for designers. */
const shown = /^image\/(?:a?png|jpeg|gif|webp|avif|bmp|svg\+xml|x-icon|vnd\.microsoft\.icon)$/

const parsed = (address: string): URL | undefined => {
  try {
    return new URL(address, adHost)
  } catch {
    return undefined
  }
}

const isOwn = ({ host }: URL, publicUrl: string): boolean => [adHost, publicUrl].some(own => parsed(own)?.host === host)

/** Whether an address leads to the service. */
export const isOwnAddress = (address: string, { publicUrl }: Pick<Place, 'publicUrl'>): boolean => {
  const url = parsed(address)
  return url !== undefined && isOwn(url, publicUrl)
}

/** The path of the account's library that an address names; undefined if it names none. */
export const libraryPathOf = (address: string, { accountId, publicUrl }: Place): string | undefined => {
  const url = parsed(address)
  if (url === undefined || !isOwn(url, publicUrl)) return undefined
  return assetPathOf(accountId, url.pathname)
}

const notFound = (detail: string): PictureFault => ({ code: 'image-missing', detail })

/**
 * Why the address of an image cannot be drawn (ACTIVATION-8). Undefined: it is a picture of the library, data, or an address elsewhere,
 * which may be reachable when the ad is drawn.
 */
export const pictureFault = (address: string, library: Library): PictureFault | undefined => {
  const url = parsed(address)
  if (url === undefined) return notFound('it is no address')
  if (url.protocol === 'data:') return undefined
  if (!['http:', 'https:'].includes(url.protocol)) return notFound('it is no address of the web')
  if (!isOwn(url, library.publicUrl)) return undefined
  const path = libraryPathOf(address, library)
  if (path === undefined)
    return url.pathname.startsWith('/assets/') && !url.pathname.startsWith(`/assets/${library.accountId}/`)
      ? { code: 'foreign-image', detail: 'it is in the asset library of another account, whose files are not drawn' }
      : notFound(
          `it is neither a file of the asset library, /assets/${library.accountId}/ and its path, nor an address`,
        )
  const contentType = library.contentTypes.get(path)
  if (contentType === undefined) return notFound(`${path} is not in the asset library`)
  const found = library.undecodable?.get(path)
  if (shown.test(contentType))
    return found === undefined ? undefined : { code: 'image-undecodable', detail: `${path} is ${found}` }
  const why = contentType.startsWith('image/')
    ? `${contentType}, which browsers cannot show`
    : `no picture, but ${contentType}`
  return { code: 'image-undecodable', detail: `${path} is ${why}` }
}
