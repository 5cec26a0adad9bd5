import escapeHtml from 'escape-html'
import { readableOn } from '../color/contrast.ts'
import type { Corners } from '../corners.ts'
import type { Palette } from '../palette.ts'
import { styled } from '../styled.ts'
import type { Layout } from './layouts/layout.ts'
import type { Texts } from './texts.ts'
import type { TypeScale } from './type-scale.ts'
import { wordmarkHtml } from './wordmark.ts'

/** What is left out where there is no room, the first one first. */
export const droppable = ['was', 'badge', 'headline', 'logo'] as const
export type Droppable = (typeof droppable)[number]

/** What the parts of a template are made of. */
export type PartInput = {
  readonly palette: Palette
  readonly corners: Corners
  readonly scale: TypeScale
  readonly texts: Texts
  readonly layout: Layout
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

export const logoPart = ({ logo, palette, scale, texts, layout, corners, leftOut }: PartInput): string => {
  // a plate is as wide as its logo
  const width = layout.plate === 'none' ? `${scale.logo.width}px` : undefined
  const box = styled({ width, height: `${scale.logo.height}px` })
  const name = escapeHtml(texts.brandName)
  const plate = { none: undefined, panel: palette.panel, ad: palette.background }[layout.plate]
  const color = readableOn(plate ?? palette.background, palette.text)
  const inner = logo
    ? `<img src="${escapeHtml(logo)}" alt="${name}" style="${box}">`
    : wordmarkHtml(texts.brandName, scale.logo, color)
  const style = styled({
    'justify-content': 'flex-start',
    display: hidden(leftOut.has('logo')),
    background: plate,
    'border-radius':
      plate &&
      (corners === 'rounded'
        ? `${layout.plate === 'ad' ? '0 0 ' : ''}${2 * scale.step}px${layout.plate === 'ad' ? ' 0' : ''}`
        : '0'),
    'justify-self': plate && 'start',
  })
  return `<div class="logo" data-part="logo" style="${style}">${inner}</div>`
}

export const badgePart = ({ palette, scale, corners, leftOut }: PartInput): string => {
  const { data, radius } = corner(corners, '99px')
  const { badge: background, badgeText: color } = palette
  const style = styled({
    background,
    color,
    'font-size': `${scale.badge}px`,
    'border-radius': radius,
    display: hidden(leftOut.has('badge')),
  })
  return `{{#badge}}<span class="badge" data-part="badge" data-asset="badge" ${data} style="${style}">{{badge}}</span>{{/badge}}`
}

export const picturePart = ({ palette, corners, layout }: PartInput): string => {
  const { data, radius } = corner(corners, layout.panelRadius)
  const style = styled({ background: palette.panel, color: palette.soft, 'border-radius': radius })
  const image = '{{#productImage}}<img src="{{productImage}}" data-asset="productImage" alt="">{{/productImage}}'
  return `<div class="picture" data-part="picture" ${data} style="${style}">${image}</div>`
}

export const headlinePart = ({ palette, texts, scale, leftOut }: PartInput): string => {
  const { headline } = texts
  const style = styled({
    color: palette.text,
    'font-size': `${headline?.size ?? scale.headline}px`,
    display: hidden(headline === undefined || leftOut.has('headline')),
  })
  return `<p class="headline" data-part="headline" style="${style}">${escapeHtml(headline?.text ?? texts.brandName)}</p>`
}

export const namePart = ({ palette, scale, texts, leftOut }: PartInput): string => {
  // without a headline the name of the product takes its place
  const leads = texts.headline === undefined || leftOut.has('headline')
  const size = leads ? Math.max(scale.name, Math.round(scale.headline * 0.7)) : scale.name
  const style = styled({ color: leads ? palette.text : palette.soft, 'font-size': `${size}px` })
  return `<p class="name${leads ? ' lead' : ''}" data-part="name" data-asset="productName" style="${style}">{{productName}}</p>`
}

export const pricePart = ({ palette, scale, leftOut }: PartInput): string => {
  const price = styled({ color: palette.price, 'font-size': `${scale.price}px` })
  const was = styled({ color: palette.soft, 'font-size': `${scale.wasPrice}px`, display: hidden(leftOut.has('was')) })
  return `<p class="prices"><span class="price" data-part="price" data-asset="price" style="${price}">{{price}}</span>{{#wasPrice}}<s class="was" data-part="was" data-asset="wasPrice" style="${was}">{{wasPrice}}</s>{{/wasPrice}}</p>`
}

export const ctaPart = ({ palette, texts, corners }: PartInput): string => {
  const { data, radius } = corner(corners, '99px')
  const style = styled({
    background: palette.cta,
    color: palette.ctaText,
    'font-size': `${texts.cta.size}px`,
    'border-radius': radius,
  })
  return `<div class="cta" data-part="cta" ${data} style="${style}">${escapeHtml(texts.cta.text)}</div>`
}

export const linkPart = ({ texts }: PartInput): string =>
  `<a class="link" href="{{clickUrl}}" target="_blank" rel="noopener" aria-label="${escapeHtml(texts.cta.text)}: {{productName}}"></a>`
