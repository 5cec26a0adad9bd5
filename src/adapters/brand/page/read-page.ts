import { type Token, html as tags } from 'parse5'
import { readTokens } from '../../../domain/creatives/html-tokens.ts'
import type { NameFinding, NameSource } from '../../../domain/templates/brand-findings.ts'
import { nameInHost } from '../../../domain/templates/brand-name.ts'
import { collected, isLogoName } from './collected.ts'
import { organisationIn } from './organisation.ts'
import type { Page, PagePicture } from './page.ts'
import { type Attributes, attributesOf } from './page-blocks.ts'
import { type Answer, noBrandPage } from './page-kind.ts'
import { surveyPage } from './page-survey.ts'
import { pageTexts } from './page-texts.ts'

const { TAG_ID: $ } = tags
const mostNames = 8
const most = { styles: 2_000_000, svg: 100_000 }

type Named = {
  readonly metas: ReadonlyMap<string, string>
  readonly organisation: readonly string[]
  readonly logoTexts: readonly string[]
  readonly title: string
  /** Of the page itself, or what it says of itself. */
  readonly address: string | undefined
}
/** All that a page says about the name of its brand. */
const namesOf = ({ metas, organisation, logoTexts, title, address }: Named): readonly NameFinding[] => {
  const meta = (source: NameSource, ...names: readonly string[]): NameFinding[] =>
    names.flatMap(name => {
      const text = metas.get(name)
      return text ? [{ text, source }] : []
    })
  const texts = (source: NameSource, all: readonly string[]) => all.map(text => ({ text, source }))
  const host = address !== undefined && URL.canParse(address) ? nameInHost(new URL(address).hostname) : ''
  return [
    ...meta('site', 'og:site_name'),
    ...texts('organisation', organisation),
    ...meta('application', 'application-name', 'apple-mobile-web-app-title'),
    ...texts('logo', logoTexts),
    ...texts('title', title.trim() === '' ? [] : [title]),
    ...meta('title', 'og:title'),
    ...(host === '' ? [] : [{ text: host, source: 'host' as const }]),
  ]
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

/** Where a page comes from: its address, and what else its server answered. */
export type PageOrigin = { readonly url?: string | undefined; readonly answer?: Answer | undefined }

const none: Page = {
  names: [],
  styleSheets: [],
  styles: [],
  inlineStyles: new Map(),
  pictures: [],
  texts: [],
  counts: new Map(),
}

/**
 * Reads a page token by token, so that its depth costs nothing. Scripts are passed over, but for JSON-LD, and so are cookie banners. Never fails: what is
 * malformed is read as a browser would.
 */
export const readPage = (html: string, { url, answer }: PageOrigin = {}): Page => {
  const { facts, passedOver } = surveyPage(html)
  const instead = noBrandPage(facts, answer)
  if (instead?.kind === 'challenge') return { ...none, instead }
  const all = collected()
  const texts = pageTexts()
  const styles: string[] = []
  const raw = bounded(most.styles)
  let title = ''
  let within: 'style' | 'json' | 'title' | 'script' | undefined
  const organisation: { names: string[]; logo?: string } = { names: [] }
  let svg: { readonly from: number; readonly name: string; depth: number } | undefined
  /** Open elements that are called a logo: their pictures are one. */
  const logoTags: number[] = []
  let stylesLeft = most.styles
  let token = -1
  /** The end of the area that is passed over now, or was: see `PageSurvey`. */
  let passed = -1

  const endRaw = (): void => {
    const text = raw.take()
    if (within === 'style' && stylesLeft > 0) {
      styles.push(text.slice(0, stylesLeft))
      stylesLeft -= text.length
    }
    if (within === 'title' && title === '') title = text
    if (within === 'json') {
      const { names, logo } = organisationIn(text)
      if (organisation.names.length < mostNames) organisation.names.push(...names)
      if (logo !== undefined) organisation.logo ??= logo
    }
    within = undefined
  }
  const startSvg = (tag: Token.TagToken, attributes: Attributes): void => {
    const name = ['class', 'id', 'aria-label'].map(key => attributes.get(key) ?? '').join(' ')
    if (svg) svg.depth++
    else if (logoTags.length > 0 || isLogoName(name)) {
      all.addLogoText(attributes.get('aria-label'))
      svg = { from: tag.location?.startOffset ?? 0, name, depth: 1 }
    }
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
        token++
        passed = Math.max(passed, passedOver.get(token) ?? -1)
        if (token <= passed) return texts.pause()
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
        token++
        if (token <= passed) return
        if (within) endRaw()
        else texts.end(tag)
        if (tag.tagID === $.SVG) endSvg(tag)
        if (logoTags.at(-1) === tag.tagID) logoTags.pop()
      },
      onText(part) {
        if (token < passed) return
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
  const address = url ?? all.canonical() ?? metas.get('og:url')
  const names = { metas, organisation: organisation.names, logoTexts: all.logoTexts, title, address }
  return {
    ...(instead ? { instead } : {}),
    names: instead ? [] : namesOf(names),
    styleSheets,
    styles,
    inlineStyles,
    pictures: [...logo, ...all.pictures, ...share],
    texts: instead ? [] : texts.found(metas.get('og:description') ?? metas.get('description')),
    counts,
    ...(themeColor ? { themeColor } : {}),
    ...(base === undefined ? {} : { base }),
  }
}
