import { limits } from '../limits.ts'
import type { Page, PagePicture } from './page.ts'
import type { NoBrandPage } from './page-kind.ts'

/** `pictures`: to fetch; the `source` of one is its address. `instead`: what stands there instead of the page of a brand. */
export type PageLinks = {
  readonly styleSheets: readonly string[]
  readonly pictures: readonly PagePicture[]
  readonly instead?: NoBrandPage
}

const addressOf = (link: string, base: string): string | undefined => {
  if (link.length > 4_096 || !URL.canParse(link, base)) return undefined
  const url = new URL(link, base)
  url.hash = ''
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : undefined
}

const rankOf = ({ isLogo, isIcon, name }: PagePicture): number =>
  isLogo ? 0 : isIcon ? 2 : name === 'og:image' ? 1 : 3

/** What a page at an address names that is worth fetching: style sheets in their order, pictures with the logo first. */
export const pageLinks = (page: Page, url: string): PageLinks => {
  // what a challenge looks like says nothing of the brand
  if (page.instead?.kind === 'challenge') return { styleSheets: [], pictures: [], instead: page.instead }
  const base = (page.base === undefined ? undefined : addressOf(page.base, url)) ?? url
  const styleSheets = new Set(page.styleSheets.map(link => addressOf(link, base)).filter(link => link !== undefined))
  const pictures = new Map<string, PagePicture>()
  for (const picture of [...page.pictures].sort((x, y) => rankOf(x) - rankOf(y))) {
    const source = addressOf(picture.source, base)
    if (source !== undefined && !pictures.has(source)) pictures.set(source, { ...picture, source })
  }
  return {
    styleSheets: [...styleSheets].slice(0, limits.styleSheets),
    pictures: [...pictures.values()].slice(0, limits.pagePictures),
    ...(page.instead ? { instead: page.instead } : {}),
  }
}
