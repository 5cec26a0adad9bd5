import escapeHtml from 'escape-html'
import type { BrandProfile } from '../brand.ts'
import { cornersOf } from '../corners.ts'
import { fontsOf } from '../fonts.ts'
import { type Palette, schemesOf } from '../palette.ts'
import { type Shape, shapeOf } from '../shape.ts'
import { adUnitSizeOf, type TemplateSize } from '../size.ts'
import * as part from './parts.ts'
import { sheetOf } from './sheet.ts'
import { textsOf } from './texts.ts'
import { type TypeScale, typeScaleOf } from './type-scale.ts'

export type ComposeBrief = {
  readonly brand: BrandProfile
  readonly retailerName: string
  /** Address of the logo in the library of the account. */
  readonly logo?: string | undefined
  /** Light or dark; default: as the brand's background. */
  readonly scheme?: 'light' | 'dark' | undefined
}

/** The colors of a scheme as a `data-` attribute holds them; edits by prompts read them. */
const schemeText = (palette: Palette): string =>
  Object.entries(palette)
    .map(([role, hex]) => `${role} ${hex}`)
    .join(' ')

const panelRadius: Readonly<Record<Shape, (step: number) => string>> = {
  mobile: step => `${3 * step}px`,
  leaderboard: () => '0',
  billboard: step => `${8 * step}px 0 0 ${8 * step}px`,
  rectangle: step => `${8 * step}px 0 0 ${8 * step}px`,
  portrait: step => `${4 * step}px`,
  skyscraper: step => `${4 * step}px`,
}

const copy = (...parts: readonly string[]): string =>
  `<div class="copy" data-part="copy" style="text-align:left">${parts.join('')}</div>`

/** The shares of the width that a line of a headline has, and the width of a bold letter in its size. */
const line = { billboard: 0.55, skyscraper: 0.84, letter: 0.72 }
/** A billboard has room for a headline of one line, a skyscraper for one word: in smaller letters where it is long. */
const withFittingHeadline = (scale: TypeScale, shape: Shape, { width }: TemplateSize, headline = ''): TypeScale => {
  if (shape !== 'billboard' && shape !== 'skyscraper') return scale
  const longest = shape === 'billboard' ? headline.length : Math.max(...headline.split(' ').map(word => word.length))
  const fitting = Math.floor((4 * width * line[shape]) / (longest * line.letter)) / 4
  return { ...scale, headline: Math.max(leastHeadline, Math.min(scale.headline, fitting)) }
}
/** A longer word is broken. */
const leastHeadline = 11

/** The parts in the order of the shape. */
const bodyOf = (shape: Shape, input: part.PartInput): string => {
  const [logo, picture, headline] = [part.logoPart(input), part.picturePart(input), part.headlinePart(input)]
  const [name, price, cta] = [part.namePart(input), part.pricePart(input), part.ctaPart(input)]
  switch (shape) {
    case 'mobile':
      return logo + picture + copy(headline, name, price) + cta
    case 'leaderboard':
      return logo + picture + copy(headline, name) + price + cta
    case 'billboard':
      return `${logo}${picture}${copy(headline, name)}<div class="deal">${price}${cta}</div>`
    case 'rectangle':
      return logo + picture + copy(headline, name, price) + cta
    case 'portrait':
    case 'skyscraper':
      return logo + copy(headline) + picture + copy(name, price) + cta
  }
}

/**
 * Composes the template of a brand in a size by rules (TEMPLATE-20): a grid by the shape of the size, a scale of letters and distances,
 * the brand's colors where they can be read, its fonts with stand-ins, its corners by its tone. The same brief gives the same HTML.
 */
export const composeTemplate = ({ brand, retailerName, logo, scheme }: ComposeBrief, size: TemplateSize): string => {
  const shape = shapeOf(size)
  const usual = typeScaleOf(shape, size)
  const texts = textsOf(brand, retailerName, usual)
  const scale = withFittingHeadline(usual, shape, size, texts.headline)
  const schemes = schemesOf(brand)
  const corners = cornersOf(brand.tone)
  const shown = scheme ?? schemes.first
  const palette = schemes[shown]
  const input = {
    palette,
    corners,
    scale,
    texts,
    logo,
    panelRadius: panelRadius[shape](scale.step),
    isTiny: shape === 'mobile',
  }
  const title = `${escapeHtml(texts.brandName)} ${adUnitSizeOf(size)}`
  const model = `data-shape="${shape}" data-scheme="${shown}" data-corners="${corners}" data-light="${schemeText(schemes.light)}" data-dark="${schemeText(schemes.dark)}"`
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<meta name="ad.size" content="width=${size.width},height=${size.height}"><title>${title}</title>`,
    `<style>${sheetOf({ shape, size, scale, fonts: fontsOf(brand) })}</style></head>`,
    `<body ${model}><div class="ad" data-part="ad" style="background:${palette.background};border:1px solid ${palette.border}">`,
    `${bodyOf(shape, input)}${part.linkPart(input)}</div></body></html>`,
  ].join('')
}
