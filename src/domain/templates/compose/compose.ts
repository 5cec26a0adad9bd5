import escapeHtml from 'escape-html'
import type { BrandProfile } from '../brand.ts'
import { quoted } from '../finding.ts'
import type { Palette } from '../palette.ts'
import { type Shape, shapeOf } from '../shape.ts'
import { adUnitSizeOf, type TemplateSize } from '../size.ts'
import { bandElements, bandRules, bandsFor } from './bands.ts'
import type { Layout, LayoutInput } from './layouts/layout.ts'
import { layoutOf } from './layouts/layout-of.ts'
import { brandLook, type Look } from './look.ts'
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
  /** Default: that of the brand, which has no pictures. */
  readonly look?: Look | undefined
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

/** The border of an ad: a hairline, unless it has the color of the ad, or the frame of a framed one. */
const edgeOf = ({ family, schemes }: Look, { step }: TypeScale, shape: Shape): number => {
  if (family === 'framed') return Math.max(2, Math.round(step * (shape === 'mobile' ? 1 : 1.25)))
  const { border, background } = schemes[schemes.first]
  return border === background ? 0 : 1
}

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
  brief: ComposeBrief,
  size: TemplateSize,
  { look, shape, scale, layout }: Omit<Composition, 'texts'>,
): Texts => {
  const headline = scale.headline * layout.emphasis
  return textsOf(brief, look, {
    headline: { room: layout.copy, letters: { most: headline, least: Math.min(leastOf[shape], headline) } },
    cta: {
      // without the padding beside its words
      room: { width: layout.deal.cta - 2 * scale.cta, height: size.height, lines: 1 },
      letters: { most: scale.cta, least: Math.max(leastLetters, scale.cta * 0.72) },
    },
    legal: { letters: leastLetters, width: size.width - 8 * scale.step },
  })
}

/** What a size has no room for: mobile banners for more than the least, leaderboards for small print across bands. */
const neverIn = ({ shape, look }: Composition): readonly part.Droppable[] => {
  if (shape === 'mobile') return ['was', 'badge', 'legal']
  return shape === 'leaderboard' && look.bands.length > 0 ? ['legal'] : []
}

type Composition = {
  readonly look: Look
  readonly input: LayoutInput
  readonly shape: Shape
  readonly scale: TypeScale
  readonly layout: Layout
  readonly texts: Texts
}

const compositionOf = (brief: ComposeBrief, size: TemplateSize): Composition => {
  const shape = shapeOf(size)
  const given = brief.look ?? brandLook(brief.brand)
  const look = { ...given, bands: bandsFor(shape, given.bands) }
  const usual = typeScaleOf(shape, size, brief.repair?.tightened)
  const input: LayoutInput = { shape, size, scale: usual, edge: edgeOf(look, usual, shape) }
  const own = layoutOf(look.family, input)
  const layout: Layout = brief.isPlated ? { ...own, plate: 'panel' } : own
  const scale = withSmallPlate(withFittingPrice(usual, layout), layout)
  const composition = { look, input, shape, scale, layout }
  return { ...composition, texts: fittedTexts(brief, size, composition) }
}

const frameOf = ({ look, input }: Composition, { border, cta }: Palette): string =>
  `${input.edge}px solid ${look.family === 'framed' ? (look.frame ?? cta) : border}`

const namesOf: Readonly<Record<part.Droppable, string>> = {
  legal: 'the small print',
  was: 'the former price',
  badge: 'the badge',
  headline: 'the headline',
  logo: 'the logo',
}

/** What the brand or the size had to go without, in words. */
const warningsOf = (
  { repair }: ComposeBrief,
  size: TemplateSize,
  { look: { copy, legal }, texts }: Composition,
  leftOut: ReadonlySet<part.Droppable>,
): readonly string[] => {
  const [named, wanted] = [adUnitSizeOf(size), copy.callsToAction[0]]
  const lacksHeadline = texts.headline === undefined && copy.headlines.length > 0
  const lacksLegal = legal !== undefined && (texts.legal === undefined || leftOut.has('legal'))
  const missing = new Set<part.Droppable>([...leftOut, ...(lacksHeadline ? (['headline'] as const) : [])])
  if (lacksLegal) missing.add('legal')
  else missing.delete('legal')
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

/** A picture that fills an ad behind everything. */
const groundElement = (src: string | undefined): string =>
  src === undefined ? '' : `<img class="ground" src="${escapeHtml(src)}" alt="">`
const groundRule = '.ground{position:absolute;inset:0;width:100%;height:100%;object-fit:fill}.stage{background:none}'

/** A template, and what it goes without, in words. */
export type ComposedTemplate = { readonly html: string; readonly warnings: readonly string[] }

/**
 * Composes the template of a brand in a size by rules (TEMPLATE-20): the grid of its layout family for the shape of the size, a scale of letters and
 * distances, and what the look of the campaign says of colors, type, corners, bands and copy. The same brief gives the same HTML.
 */
export const composedTemplate = (brief: ComposeBrief, size: TemplateSize): ComposedTemplate => {
  const composition = compositionOf(brief, size)
  const { look, shape, scale, layout, texts } = composition
  const { family, schemes, bands, corners } = look
  const shown = brief.scheme ?? schemes.first
  const palette = schemes[shown]
  const leftOut = new Set([...neverIn(composition), ...(brief.repair?.leftOut ?? [])])
  const input: part.PartInput = {
    palette,
    look,
    scale,
    texts,
    layout,
    priceZone: shape === 'mobile' ? 'copy' : 'deal',
    logo: brief.logo,
    leftOut,
  }
  const title = `${escapeHtml(texts.brandName)} ${adUnitSizeOf(size)}`
  const model = `data-shape="${shape}" data-family="${family}" data-scheme="${shown}" data-corners="${corners}" data-light="${schemeText(schemes.light)}" data-dark="${schemeText(schemes.dark)}"`
  const copy = `<div class="copy" data-part="copy" style="text-align:${layout.align}">${part.headlinePart(input)}${part.namePart(input)}</div>`
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<meta name="ad.size" content="width=${size.width},height=${size.height}"><title>${title}</title>`,
    `<style>${sheetOf({ size, scale, fonts: look.fonts, layout })}${bandRules(bands, family, composition.input)}${look.ground === undefined ? '' : groundRule}</style></head>`,
    `<body ${model}><div class="ad" data-part="ad" style="background:${palette.background};border:${frameOf(composition, palette)}">`,
    groundElement(look.ground),
    '{{^productImage}}<i class="bare"></i>{{/productImage}}<div class="stage">',
    bandElements(bands, 'behind'),
    `${part.picturePart(input)}${part.badgePart(input)}${part.logoPart(input)}${copy}`,
    `<div class="deal">${part.pricePart(input)}${part.ctaPart(input)}</div>${bandElements(bands, 'edges')}</div>`,
    `${part.legalPart(input)}${part.linkPart(input)}</div></body></html>`,
  ].join('')
  return { html, warnings: warningsOf(brief, size, composition, leftOut) }
}

/** The HTML of a composed template. */
export const composeTemplate = (brief: ComposeBrief, size: TemplateSize): string => composedTemplate(brief, size).html
