import escapeHtml from 'escape-html'
import type { BrandProfile } from '../brand.ts'
import { type Corners, cornersOf } from '../corners.ts'
import { quoted } from '../finding.ts'
import { fontsOf } from '../fonts.ts'
import { type Ground, type Palette, schemesOf } from '../palette.ts'
import { type Shape, shapeOf } from '../shape.ts'
import { adUnitSizeOf, type TemplateSize } from '../size.ts'
import { type Family, familyOf, type PictureLook } from './family.ts'
import type { Layout } from './layouts/layout.ts'
import { layoutOf } from './layouts/layout-of.ts'
import * as part from './parts.ts'
import { sheetOf } from './sheet.ts'
import { plainText, type Texts, textsOf } from './texts.ts'
import { leastLetters, type TypeScale, typeScaleOf } from './type-scale.ts'

export type ComposeBrief = {
  readonly brand: BrandProfile
  readonly retailerName: string
  /** Address of the logo in the library of the account. */
  readonly logo?: string | undefined
  /** Whether the logo is on a plate in the color of the picture's panel, as it cannot be seen on the ad itself. */
  readonly isPlated?: boolean | undefined
  /** Light or dark; default: as the brand's background. */
  readonly scheme?: 'light' | 'dark' | undefined
  /** What the brand's pictures are like; undefined: it has none. */
  readonly look?: PictureLook | undefined
  /** Default: what suits the brand. */
  readonly family?: Family | undefined
  /** What could not be fitted at first. */
  readonly repair?: Repair | undefined
}
/** How a template that did not pass the checks is made again. */
export type Repair = {
  /** How much smaller letters are than usual, 0 to 1. */
  readonly tightened: number
  readonly leftOut: readonly part.Droppable[]
}

/** The colors of a scheme as a `data-` attribute holds them; edits by prompts read them. */
const schemeText = (palette: Palette): string =>
  Object.entries(palette)
    .map(([role, hex]) => `${role} ${hex}`)
    .join(' ')

const grounds: Readonly<Record<Family, Ground>> = {
  'product-right': 'plain',
  'product-left': 'plain',
  'full-bleed': 'plain',
  'color-block': 'block',
  framed: 'plain',
  'text-led': 'tint',
}

/** Pictures on white are seen as boxes on any other panel. */
const withPanel = (palette: Palette, look: PictureLook | undefined): Palette =>
  look?.kind === 'packshot' ? { ...palette, panel: '#ffffff' } : palette

/** The border of an ad: a hairline, or the frame of a framed one. */
const edgeOf = (family: Family, { step }: TypeScale, shape: Shape): number =>
  family === 'framed' ? Math.max(2, Math.round(step * (shape === 'mobile' ? 1 : 1.25))) : 1

/** A price of ten characters, such as £12,499.99, in sizes of letters. */
const longPrice = 6.4
const withFittingPrice = (scale: TypeScale, { deal }: Layout): TypeScale => ({
  ...scale,
  price: Math.max(leastLetters + 1, Math.min(scale.price, Math.floor((4 * deal.price) / longPrice) / 4)),
})

/** A logo on a plate covers a picture, so it is smaller than beside one. */
const withSmallPlate = (scale: TypeScale, { plate }: Layout): TypeScale =>
  plate === 'none'
    ? scale
    : { ...scale, logo: { width: Math.round(scale.logo.width * 0.72), height: Math.round(scale.logo.height * 0.72) } }

const leastOf: Readonly<Record<Shape, number>> = {
  mobile: 9,
  leaderboard: 12.5,
  billboard: 22,
  rectangle: 14,
  portrait: 20,
  skyscraper: 13.5,
}

const fittedTexts = (
  { brand, retailerName }: ComposeBrief,
  size: TemplateSize,
  shape: Shape,
  scale: TypeScale,
  layout: Layout,
): Texts => {
  const headline = scale.headline * layout.emphasis
  return textsOf(brand, retailerName, {
    headline: { room: layout.copy, letters: { most: headline, least: Math.min(leastOf[shape], headline) } },
    cta: {
      // without the padding beside its words
      room: { width: layout.deal.cta - 2 * scale.cta, height: size.height, lines: 1 },
      letters: { most: scale.cta, least: Math.max(leastLetters, scale.cta * 0.72) },
    },
  })
}

/** What a size has no room for, whatever the brand. */
const neverIn = (shape: Shape): readonly part.Droppable[] => (shape === 'mobile' ? ['was', 'badge'] : [])

type Composition = {
  readonly shape: Shape
  readonly family: Family
  readonly edge: number
  readonly scale: TypeScale
  readonly layout: Layout
  readonly texts: Texts
  readonly corners: Corners
}

const compositionOf = (brief: ComposeBrief, size: TemplateSize): Composition => {
  const shape = shapeOf(size)
  const family = brief.family ?? familyOf(brief.brand, brief.look)
  const usual = typeScaleOf(shape, size, brief.repair?.tightened)
  const edge = edgeOf(family, usual, shape)
  const own = layoutOf(family, { shape, size, scale: usual, edge })
  const layout: Layout = brief.isPlated ? { ...own, plate: 'panel' } : own
  const scale = withSmallPlate(withFittingPrice(usual, layout), layout)
  return {
    shape,
    family,
    edge,
    scale,
    layout,
    texts: fittedTexts(brief, size, shape, scale, layout),
    corners: cornersOf(brief.brand.tone),
  }
}

const frameOf = ({ family, edge }: Composition, { border, cta }: Palette): string =>
  `${edge}px solid ${family === 'framed' ? cta : border}`

const namesOf: Readonly<Record<part.Droppable, string>> = {
  was: 'the former price',
  badge: 'the badge',
  headline: 'the headline',
  logo: 'the logo',
}

/** What the brand or the size had to go without, in words. */
const warningsOf = (
  { brand, repair }: ComposeBrief,
  size: TemplateSize,
  { texts }: Composition,
  leftOut: ReadonlySet<part.Droppable>,
): readonly string[] => {
  const [named, wanted] = [adUnitSizeOf(size), brand.copy.callsToAction[0]]
  const lacksHeadline = texts.headline === undefined && brand.copy.headlines.length > 0
  const missing = new Set([...leftOut, ...(lacksHeadline ? (['headline'] as const) : [])])
  const list = part.droppable.filter(one => missing.has(one)).map(one => namesOf[one])
  const isOtherCta = wanted !== undefined && plainText(wanted) !== texts.cta.text
  return [
    ...(list.length > 0
      ? [
          `${named} has no room for ${new Intl.ListFormat('en').format(list)}; ${list.length > 1 ? 'they are' : 'it is'} left out.`,
        ]
      : []),
    ...(isOtherCta
      ? [`${named} has no room for the button ${quoted(wanted)}; it says ${quoted(texts.cta.text)}.`]
      : []),
    ...(repair ? [`${named} has smaller letters than usual, so that everything fits.`] : []),
  ]
}

/** A template, and what it goes without, in words. */
export type ComposedTemplate = { readonly html: string; readonly warnings: readonly string[] }

/**
 * Composes the template of a brand in a size by rules (TEMPLATE-20): the grid of its layout family for the shape of the size, a scale of letters and
 * distances, the brand's colors where they can be read, its fonts with stand-ins, its corners by its tone. The same brief gives the same HTML.
 */
export const composedTemplate = (brief: ComposeBrief, size: TemplateSize): ComposedTemplate => {
  const composition = compositionOf(brief, size)
  const { shape, family, scale, layout, texts, corners } = composition
  const schemes = schemesOf(brief.brand, grounds[family])
  const shown = brief.scheme ?? schemes.first
  const palette = withPanel(schemes[shown], brief.look)
  const leftOut = new Set([...neverIn(shape), ...(brief.repair?.leftOut ?? [])])
  const input: part.PartInput = { palette, corners, scale, texts, layout, logo: brief.logo, leftOut }
  const title = `${escapeHtml(texts.brandName)} ${adUnitSizeOf(size)}`
  const model = `data-shape="${shape}" data-family="${family}" data-scheme="${shown}" data-corners="${corners}" data-light="${schemeText(schemes.light)}" data-dark="${schemeText(schemes.dark)}"`
  const copy = `<div class="copy" data-part="copy" style="text-align:${layout.align}">${part.headlinePart(input)}${part.namePart(input)}</div>`
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<meta name="ad.size" content="width=${size.width},height=${size.height}"><title>${title}</title>`,
    `<style>${sheetOf({ size, scale, fonts: fontsOf(brief.brand), layout })}</style></head>`,
    `<body ${model}><div class="ad" data-part="ad" style="background:${palette.background};border:${frameOf(composition, palette)}">`,
    '{{^productImage}}<i class="bare"></i>{{/productImage}}<div class="stage">',
    `${part.picturePart(input)}${part.badgePart(input)}${part.logoPart(input)}${copy}`,
    `<div class="deal">${part.pricePart(input)}${part.ctaPart(input)}</div></div>`,
    `${part.linkPart(input)}</div></body></html>`,
  ].join('')
  return { html, warnings: warningsOf(brief, size, composition, leftOut) }
}

/** The HTML of a composed template. */
export const composeTemplate = (brief: ComposeBrief, size: TemplateSize): string => composedTemplate(brief, size).html
