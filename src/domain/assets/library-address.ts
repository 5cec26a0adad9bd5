import { decodedPath } from './library-paths.ts'

/** Characters that have a meaning in addresses, HTML, styles or `srcset`, and that `encodeURIComponent` leaves as they are. */
const alsoEncoded = /[!'()*]/g
/** A path that needs no encoding. Most paths match, so lists are faster. */
const needsNoEncoding = /^[\w\-.~/]*$/

/** A segment as any place of an ad takes it: also `url(…)` without quotes, which a parenthesis would end, and `srcset`, where commas part. */
const encodedSegment = (segment: string): string =>
  encodeURIComponent(segment).replace(alsoEncoded, c => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

const prefixOf = (accountId: string): string => `/assets/${accountId}/`

/** The URL path of a library file, under `/assets`: the only place that writes one. */
export const assetUrlPath = (accountId: string, path: string): string =>
  prefixOf(accountId) + (needsNoEncoding.test(path) ? path : path.split('/').map(encodedSegment).join('/'))

/** The path of the account's library that the path of a URL names, without its query and fragment: the only place that reads one. */
export const assetPathOf = (accountId: string, pathname: string): string | undefined => {
  const prefix = prefixOf(accountId)
  return pathname.startsWith(prefix) && pathname.length > prefix.length
    ? decodedPath(pathname.slice(prefix.length))
    : undefined
}

/** What files that ads load end with. */
const endsAsFile = /\.(?:a?png|jpe?g|jfif|gif|webp|avif|svg|bmp|ico|mp4|webm|woff2?|ttf|otf|css|js)$/i
/** Characters of the longest such ending, and `?` and `#` that are looked at. */
const most = { ending: 6, marks: 20 }

/**
 * Where the name of a file ends in a plainly written path: at the first `?` or `#` behind what ends like a file, so that `icons.svg#home` has a
 * fragment and `#1.png` is a name; undefined if nothing does.
 */
const endOfName = (text: string): number | undefined => {
  const marks = text.matchAll(/[?#]/g).map(({ index }) => index)
  return [...marks.take(most.marks), text.length].find(end =>
    endsAsFile.test(text.slice(Math.max(0, end - most.ending), end)),
  )
}

/** Before the path of the library: nothing, or scheme and host. */
const isOrigin = (text: string): boolean => text === '' || /^(?:https?:)?\/\/[^\s/?#]{1,300}$/i.test(text)
/** Characters of an address, at most. */
const longest = 8_192

/**
 * A value that is the address of a file of the account's library as a whole, written such that browsers read it as it is meant; any other value
 * unchanged. A column of a feed or a CSV holds the path of a file as people write it, in which `#`, `?`, `%` and blanks belong to the name
 * (LIBRARY-9).
 */
export const browserAddress = (accountId: string, value: string): string => {
  const prefix = prefixOf(accountId)
  const text = value.trim()
  const at = text.indexOf(prefix)
  // several addresses are a srcset, which has rules of its own
  const isOne = at >= 0 && text.length <= longest && text.indexOf(prefix, at + 1) < 0 && !/[\n\r\\]/.test(text)
  if (!isOne || !isOrigin(text.slice(0, at))) return value
  const rest = text.slice(at + prefix.length)
  const end = endOfName(rest)
  if (end === undefined) return value
  return text.slice(0, at) + assetUrlPath(accountId, decodedPath(rest.slice(0, end))) + rest.slice(end)
}
