import escapeHtml from 'escape-html'
import { labelOn } from '../color/contrast.ts'
import type { Corners } from '../corners.ts'
import type { Palette } from '../palette.ts'
import { styled } from '../styled.ts'
import { type BandZone, groundOf } from './bands.ts'
import type { Layout } from './layouts/layout.ts'
import type { Look } from './look.ts'
import type { Texts } from './texts.ts'
import { leastLetters, type TypeScale } from './type-scale.ts'
import { wordmarkHtml } from './wordmark.ts'

/** What is left out where there is no room, the first one first. */
export const droppable = ['legal', 'was', 'badge', 'headline', 'logo'] as const
export type Droppable = (typeof droppable)[number]

/** What the parts of a template are made of. */
export type PartInput = {
  readonly palette: Palette
  readonly look: Look
  readonly scale: TypeScale
  readonly texts: Texts
  readonly layout: Layout
  /** What the price is on. */
  readonly priceZone: 'copy' | 'deal'
  /** Address of the logo; undefined: the name of the brand is written instead. */
  readonly logo: string | undefined
  /** Parts that the size has no room for; they are hidden until somebody adds them. */
  readonly leftOut: ReadonlySet<Droppable>
}

const hidden = (isHidden: boolean) => (isHidden ? 'none' : undefined)

/** Radii of a part: `data-rounded` keeps the round one, so that corners can change and change back. */
const corner = (corners: Corners, round: string) => ({
  data: `data-rounded="${round}"`,
  radius: corners === 'rounded' ? round : '0',
})

/** A color if it can be read on what is behind a group of parts; else another one of the palette that can. */
const readable = ({ look, palette }: PartInput, zone: BandZone, color: string): string =>
  labelOn(groundOf(look.bands, zone, palette.background), color, [palette.text, palette.soft])

/** Heights of button and badge, in sizes of their letters. */
const heights = { cta: 2.64, badge: 1.89 }
/** The corners of button or badge: those of the look, or round ends. */
const labelCorner = ({ look, scale, texts }: PartInput, part: 'cta' | 'badge') => {
  const radius = look.radii[part]
  if (radius === undefined) return corner(look.corners, '99px')
  if (radius === 0) return corner('square', '99px')
  const letters = part === 'cta' ? texts.cta.size : scale.badge
  return corner('rounded', radius >= 0.45 ? '99px' : `${Math.max(1, Math.round(radius * heights[part] * letters))}px`)
}

const capitals = (isCapitals: boolean) => (isCapitals ? 'uppercase' : undefined)

export const logoPart = ({ logo, palette, scale, texts, layout, look, leftOut }: PartInput): string => {
  // a plate is as wide as its logo
  const width = layout.plate === 'none' ? `${scale.logo.width}px` : undefined
  const box = styled({ width, height: `${scale.logo.height}px` })
  const name = escapeHtml(texts.brandName)
  const plate = { none: undefined, panel: palette.panel, ad: palette.background }[layout.plate]
  const behind = plate ?? groundOf(look.bands, 'logo', palette.background)
  const color = labelOn(behind, look.logo?.color ?? palette.text, [palette.text, palette.soft])
  const inner = logo
    ? `<img src="${escapeHtml(logo)}" alt="${name}" style="${box}">`
    : wordmarkHtml(texts.brandName, scale.logo, color)
  const style = styled({
    'justify-content': 'flex-start',
    display: hidden(leftOut.has('logo')),
    background: plate,
    'border-radius':
      plate &&
      (look.corners === 'rounded'
        ? `${layout.plate === 'ad' ? '0 0 ' : ''}${2 * scale.step}px${layout.plate === 'ad' ? ' 0' : ''}`
        : '0'),
    'justify-self': plate && 'start',
  })
  return `<div class="logo" data-part="logo" style="${style}">${inner}</div>`
}

export const badgePart = (input: PartInput): string => {
  const { palette, scale, look, leftOut } = input
  const { data, radius } = labelCorner(input, 'badge')
  const { badge: background, badgeText: color } = palette
  const style = styled({
    background,
    color,
    'font-size': `${scale.badge}px`,
    'border-radius': radius,
    'text-transform': capitals(look.capitals.badge),
    display: hidden(leftOut.has('badge')),
  })
  return `{{#badge}}<span class="badge" data-part="badge" data-asset="badge" ${data} style="${style}">{{badge}}</span>{{/badge}}`
}

export const picturePart = ({ palette, look, layout }: PartInput): string => {
  const { data, radius } = corner(look.panel, layout.panelRadius)
  const isClear = look.ground !== undefined && palette.panel === palette.background
  const style = styled({
    background: isClear ? 'transparent' : palette.panel,
    color: palette.soft,
    'border-radius': radius,
  })
  const image = '{{#productImage}}<img src="{{productImage}}" data-asset="productImage" alt="">{{/productImage}}'
  return `<div class="picture" data-part="picture" ${data} style="${style}">${image}</div>`
}

export const headlinePart = (input: PartInput): string => {
  const { palette, texts, scale, leftOut } = input
  const { headline } = texts
  const style = styled({
    color: readable(input, 'copy', palette.text),
    'font-size': `${headline?.size ?? scale.headline}px`,
    display: hidden(headline === undefined || leftOut.has('headline')),
  })
  return `<p class="headline" data-part="headline" style="${style}">${escapeHtml(headline?.text ?? texts.brandName)}</p>`
}

export const namePart = (input: PartInput): string => {
  const { palette, scale, texts, look, leftOut } = input
  // without a headline the name of the product takes its place
  const leads = texts.headline === undefined || leftOut.has('headline')
  const size = leads ? Math.max(scale.name, Math.round(scale.headline * 0.7)) : scale.name
  const style = styled({
    color: readable(input, 'copy', leads ? palette.text : palette.soft),
    'font-size': `${size}px`,
    'text-transform': capitals(look.capitals.name),
  })
  return `<p class="name${leads ? ' lead' : ''}" data-part="name" data-asset="productName" style="${style}">{{productName}}</p>`
}

export const pricePart = (input: PartInput): string => {
  const { palette, scale, leftOut } = input
  const price = styled({ color: readable(input, input.priceZone, palette.price), 'font-size': `${scale.price}px` })
  const was = styled({
    color: readable(input, input.priceZone, palette.soft),
    'font-size': `${scale.wasPrice}px`,
    display: hidden(leftOut.has('was')),
  })
  return `<p class="prices"><span class="price" data-part="price" data-asset="price" style="${price}">{{price}}</span>{{#wasPrice}}<s class="was" data-part="was" data-asset="wasPrice" style="${was}">{{wasPrice}}</s>{{/wasPrice}}</p>`
}

export const ctaPart = (input: PartInput): string => {
  const { palette, texts } = input
  const { data, radius } = labelCorner(input, 'cta')
  const style = styled({
    background: palette.cta,
    color: palette.ctaText,
    'font-size': `${texts.cta.size}px`,
    'border-radius': radius,
  })
  return `<div class="cta" data-part="cta" ${data} style="${style}">${escapeHtml(texts.cta.text)}</div>`
}

/** Small print along the bottom edge. */
export const legalPart = (input: PartInput): string => {
  const { legal } = input.texts
  if (legal === undefined || input.leftOut.has('legal')) return ''
  const style = styled({
    color: readable(input, 'deal', input.palette.soft),
    'font-size': `${leastLetters}px`,
    'line-height': 1.1,
  })
  return `<p class="legal" data-part="legal" style="${style}">${escapeHtml(legal)}</p>`
}

export const linkPart = ({ texts }: PartInput): string =>
  `<a class="link" href="{{clickUrl}}" target="_blank" rel="noopener" aria-label="${escapeHtml(texts.cta.text)}: {{productName}}"></a>`
