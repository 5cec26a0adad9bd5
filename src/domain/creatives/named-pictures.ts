import { adHost } from './ad-host.ts'
import type { Reference, References } from './references.ts'

const tag = /\{\{[{&]?\s*([^{}\s]+)/g
const tagInUrl = /url\([^(){}]*\{\{[{&]?\s*([^{}\s]+)/gi
const wholeTag = /^\{\{[{&]?([^{}\s]+)\}{2,3}$/

/** The columns in the tags of a text; `url`: only those in the `url(…)` of a style that a script writes. */
export const columnsIn = (text: string, where: 'anywhere' | 'url' = 'anywhere'): readonly string[] =>
  [...text.matchAll(where === 'url' ? tagInUrl : tag)].map(([, name = '']) => name)

/** The columns whose values a template shows as pictures: in the address of an image, or in a `url(…)` of a style. */
export const imageColumnsOf = ({ list }: References): ReadonlySet<string> =>
  new Set(list.flatMap(({ address, use, from }) => (use === 'picture' || from === 'style' ? columnsIn(address) : [])))

/** The column whose value is the whole address of a picture. */
export const wholeColumn = ({ address, use, isWhole }: Reference): string | undefined =>
  use === 'picture' && isWhole ? wholeTag.exec(address)?.[1] : undefined

/** An address without a host: it names a file of the library, or nothing that can be loaded. */
const isRelative = (address: string): boolean => !/^(?:[a-z][a-z\d+.-]*:|[/\\]{2}|[#?])/i.test(address)

const resolved = (address: string, base: string): string | undefined => {
  const to = URL.parse(base, adHost)
  const url = to && URL.parse(address, to)
  if (!url) return undefined
  return url.origin === adHost ? url.href.slice(adHost.length) : url.href
}

/**
 * The address as it may name a file of the library, or was meant to; undefined if it cannot. With a `<base>` a relative address means what
 * that makes of it.
 */
export const libraryAddress = ({ address }: Reference, { base }: References): string | undefined => {
  const meant = base === undefined || !isRelative(address) ? address : resolved(address, base)
  if (meant === undefined || base?.includes('{{')) return undefined
  if (isRelative(meant)) return meant
  // another host that a <base> leads to has nothing of the library
  return meant.includes('/assets/') && meant === address ? meant : undefined
}

/** Pictures that are reported of one document, at most. */
const mostPictures = 50

/** The addresses of images that a document shows in any case and that may be files of the library, or were meant to be. */
export const shownPictures = (found: References): readonly string[] => {
  const certain = found.list.filter(({ use, isCertain, from }) => use === 'picture' && isCertain && from !== 'style')
  const own = certain.flatMap(reference => libraryAddress(reference, found) ?? [])
  return [...new Set(own)].slice(0, mostPictures)
}

/** What a document shows from other hosts, at most: it may load no more files (EXPORT-11). */
const mostElsewhere = 200

/** The pictures on other hosts that a document names and that nothing in it hides, as browsers ask for them. */
export const picturesElsewhere = ({ list, base = '' }: References): readonly string[] => {
  const page = URL.parse(base, adHost) ?? undefined
  const urls = list
    .filter(({ use, from }) => (use === 'picture' && from !== 'hidden') || from === 'style')
    .flatMap(({ address }) => URL.parse(address, page) ?? [])
    .filter(({ protocol, hostname }) => /^https?:$/.test(protocol) && !hostname.endsWith('.invalid'))
  return [...new Set(urls.map(({ href }) => href.split('#', 1)[0] ?? ''))].slice(0, mostElsewhere)
}
