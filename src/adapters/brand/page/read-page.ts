import { type Token, html as tags } from 'parse5'
import { readTokens } from '../../../domain/creatives/html-tokens.ts'
import { type Attributes, attributesOf, collected, isLogoName } from './collected.ts'
import { organisationIn } from './organisation.ts'
import type { Page, PagePicture } from './page.ts'
import { pageTexts } from './page-texts.ts'

const { TAG_ID: $ } = tags
const most = { styles: 2_000_000, svg: 100_000 }

const namesOf = (siteName: string | undefined, organisation: string | undefined, title: string): readonly string[] => {
  const parts = title.split(/\s[|–—·:-]\s|: /).filter(part => part.trim() !== '')
  // `Home | Fernhollow`: the name comes last, unless the page is called by it
  return [siteName, organisation, parts.at(-1)].filter(name => name !== undefined && name.trim() !== '') as string[]
}

/** Parts of a text up to a number of characters. */
const bounded = (max: number) => {
  const parts: string[] = []
  let length = 0
  return {
    add(part: string): void {
      if (length < max) parts.push(part.slice(0, max - length))
      length += part.length
    },
    take(): string {
      length = 0
      return parts.splice(0).join('')
    },
  }
}

/**
 * Reads a page token by token, so that its depth costs nothing. Scripts are passed over, but for JSON-LD. Never fails: what is malformed is read as a browser
 * would.
 */
export const readPage = (html: string): Page => {
  const all = collected()
  const texts = pageTexts()
  const styles: string[] = []
  const raw = bounded(most.styles)
  let title = ''
  let within: 'style' | 'json' | 'title' | 'script' | undefined
  let organisation: ReturnType<typeof organisationIn> = {}
  let svg: { readonly from: number; readonly name: string; depth: number } | undefined
  /** Open elements that are called a logo: their pictures are one. */
  const logoTags: number[] = []
  let stylesLeft = most.styles

  const endRaw = (): void => {
    const text = raw.take()
    if (within === 'style' && stylesLeft > 0) {
      styles.push(text.slice(0, stylesLeft))
      stylesLeft -= text.length
    }
    if (within === 'title' && title === '') title = text
    if (within === 'json') {
      const found = organisationIn(text)
      organisation = { ...found, ...organisation }
    }
    within = undefined
  }
  const startSvg = (tag: Token.TagToken, attributes: Attributes): void => {
    const name = ['class', 'id', 'aria-label'].map(key => attributes.get(key) ?? '').join(' ')
    if (svg) svg.depth++
    else if (logoTags.length > 0 || isLogoName(name)) svg = { from: tag.location?.startOffset ?? 0, name, depth: 1 }
  }
  const endSvg = (tag: Token.TagToken): void => {
    if (!svg || --svg.depth > 0) return
    const end = tag.location?.endOffset ?? 0
    if (end - svg.from < most.svg)
      all.addPicture({ source: html.slice(svg.from, end), name: svg.name, isLogo: true, isIcon: false })
    svg = undefined
  }
  readTokens(
    html,
    {
      onStartTag(tag) {
        const attributes = attributesOf(tag)
        const isCalledLogo = isLogoName(`${attributes.get('class') ?? ''} ${attributes.get('id') ?? ''}`)
        if (isCalledLogo && logoTags.length < 100) logoTags.push(tag.tagID)
        all.element(tag, attributes, logoTags.length > 0)
        texts.start(tag, attributes)
        if (tag.tagID === $.SVG) startSvg(tag, attributes)
        if (tag.tagID === $.STYLE) within = 'style'
        if (tag.tagID === $.TITLE && !svg) within = 'title'
        if (tag.tagID === $.SCRIPT) within = /ld\+json/i.test(attributes.get('type') ?? '') ? 'json' : 'script'
      },
      onEndTag(tag) {
        if (within) endRaw()
        else texts.end(tag)
        if (tag.tagID === $.SVG) endSvg(tag)
        if (logoTags.at(-1) === tag.tagID) logoTags.pop()
      },
      onText(part) {
        if (within === 'script') return
        if (within) raw.add(part)
        else if (!svg) texts.add(part)
      },
    },
    { located: true },
  )
  const { counts, inlineStyles, styleSheets, metas } = all
  const logo: PagePicture[] = organisation.logo
    ? [{ source: organisation.logo, name: 'logo', isLogo: true, isIcon: false }]
    : []
  const shown = metas.get('og:image')
  const share: PagePicture[] = shown ? [{ source: shown, name: 'og:image', isLogo: false, isIcon: false }] : []
  const themeColor = metas.get('theme-color')
  const base = all.base()
  return {
    names: namesOf(metas.get('og:site_name') ?? metas.get('application-name'), organisation.name, title),
    styleSheets,
    styles,
    inlineStyles,
    pictures: [...logo, ...all.pictures, ...share],
    texts: texts.found(metas.get('og:description') ?? metas.get('description')),
    counts,
    ...(themeColor ? { themeColor } : {}),
    ...(base === undefined ? {} : { base }),
  }
}
