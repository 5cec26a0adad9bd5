import { type Token, html as tags } from 'parse5'
import type { PagePicture } from './page.ts'
import type { Attributes } from './page-blocks.ts'

const { TAG_ID: $ } = tags
const most = { logoTexts: 4, links: 40, counts: 20_000, inline: 2_000, pictures: 60, classes: 20 }

export const isLogoName = (name: string): boolean => /logo|wordmark/i.test(name)

/** Collects what the head and the elements of a page say. */
export const collected = () => {
  const counts = new Map<string, number>()
  const inlineStyles = new Map<string, number>()
  const pictures: PagePicture[] = []
  const styleSheets: string[] = []
  const metas = new Map<string, string>()
  const logoTexts: string[] = []
  let canonical: string | undefined
  let base: string | undefined

  const count = (name: string): void => {
    const before = counts.get(name)
    if (before !== undefined || counts.size < most.counts) counts.set(name, (before ?? 0) + 1)
  }
  const addPicture = (picture: PagePicture): void => {
    if (pictures.length < most.pictures && picture.source !== '') pictures.push(picture)
  }
  /** What a logo says in words, to those who do not see it. */
  const addLogoText = (text: string | undefined): void => {
    if (text && text.trim() !== '' && text.length < 200 && logoTexts.length < most.logoTexts) logoTexts.push(text)
  }
  const link = (attributes: Attributes): void => {
    const rel = (attributes.get('rel') ?? '').toLowerCase().split(/\s+/)
    const href = attributes.get('href') ?? ''
    if (rel.includes('canonical')) canonical ??= href
    const isPrint = /^print$/i.test(attributes.get('media') ?? '')
    if (rel.includes('stylesheet') && !rel.includes('alternate') && !isPrint && styleSheets.length < most.links)
      styleSheets.push(href)
    if (rel.includes('icon') || rel.includes('apple-touch-icon'))
      addPicture({ source: href, name: href, isLogo: false, isIcon: true })
  }
  const image = (attributes: Attributes, isInLogo: boolean): void => {
    const source = attributes.get('src') ?? attributes.get('data-src') ?? ''
    const name = [
      source.startsWith('data:') ? '' : source,
      ...['alt', 'class', 'id'].map(key => attributes.get(key) ?? ''),
    ]
    const isLogo = isInLogo || isLogoName(name.join(' '))
    if (isLogo) addLogoText(attributes.get('alt'))
    addPicture({ source, name: name.join(' '), isLogo, isIcon: false })
  }
  return {
    counts,
    inlineStyles,
    pictures,
    styleSheets,
    metas,
    logoTexts,
    base: () => base,
    canonical: () => canonical,
    addPicture,
    addLogoText,
    element(tag: Token.TagToken, attributes: Attributes, isInLogo: boolean): void {
      count(tag.tagName)
      const classes = (attributes.get('class') ?? '').split(/\s+/, most.classes)
      for (const one of classes) if (one !== '') count(`.${one}`)
      const id = attributes.get('id')
      if (id) count(`#${id}`)
      const style = attributes.get('style')
      if (style && (inlineStyles.has(style) || inlineStyles.size < most.inline) && style.length < 2_000)
        inlineStyles.set(style, (inlineStyles.get(style) ?? 0) + 1)
      if (tag.tagID === $.LINK) link(attributes)
      if (tag.tagID === $.BASE) base ??= attributes.get('href')
      if (tag.tagID === $.IMG) image(attributes, isInLogo)
      if (tag.tagID === $.META) {
        const name = (attributes.get('property') ?? attributes.get('name') ?? '').toLowerCase()
        if (name !== '' && !metas.has(name) && metas.size < 200) metas.set(name, attributes.get('content') ?? '')
      }
    },
  }
}
