import escapeHtml from 'escape-html'
import type { Corners } from '../corners.ts'
import type { Palette } from '../palette.ts'
import { styled } from '../styled.ts'
import type { Texts } from './texts.ts'
import type { TypeScale } from './type-scale.ts'

/** What the parts of a template are made of. */
export type PartInput = {
  readonly palette: Palette
  readonly corners: Corners
  readonly scale: TypeScale
  readonly texts: Texts
  /** Address of the logo; undefined: the name of the brand is written instead. */
  readonly logo: string | undefined
  /** Radius of the picture's panel where corners are round. */
  readonly panelRadius: string
  /** Whether the size has no room for a badge and a former price, so that they are hidden until somebody adds them. */
  readonly isTiny: boolean
}

const hidden = (isHidden: boolean) => (isHidden ? 'none' : undefined)

/** Radii of a part: `data-rounded` keeps the round one, so that corners can change and change back. */
const corner = (corners: Corners, round: string) => ({
  data: `data-rounded="${round}"`,
  radius: corners === 'rounded' ? round : '0',
})

const bag =
  '<svg viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.2" stroke-linejoin="round" stroke-linecap="round"><path d="M5 8h14l1 12H4z"></path><path d="M9 10V7a3 3 0 0 1 6 0v3"></path></svg>'

/** Width of a bold letter, in its size, on average: small, capital. */
const letterWidth = { small: 0.6, capital: 0.78 }
const leastWord = 9
const widthOf = (text: string): number =>
  [...text].reduce(
    (sum, letter) => sum + (letter === letter.toLowerCase() ? letterWidth.small : letterWidth.capital),
    0,
  )

/** The size of a name that is written in the place of a logo: on one line if that is not much smaller than on two. */
const wordSize = ({ width, height }: TypeScale['logo'], name: string): number => {
  const longest = Math.max(...name.split(' ').map(widthOf))
  const one = Math.min(height * 0.62, width / widthOf(name))
  const two = Math.min(height * 0.44, width / Math.max(longest, widthOf(name) * 0.6))
  return Math.max(leastWord, Math.floor(2 * Math.max(one, two)) / 2)
}

export const logoPart = ({ logo, palette, scale, texts }: PartInput): string => {
  const box = styled({ width: `${scale.logo.width}px`, height: `${scale.logo.height}px` })
  const name = escapeHtml(texts.brandName)
  const word = styled({ color: palette.text, 'font-size': `${wordSize(scale.logo, texts.brandName)}px` })
  const inner = logo
    ? `<img src="${escapeHtml(logo)}" alt="${name}" style="${box}">`
    : `<span class="word" style="${word}">${name}</span>`
  return `<div class="logo" data-part="logo" style="justify-content:flex-start">${inner}</div>`
}

export const badgePart = ({ palette, scale, corners, isTiny }: PartInput): string => {
  const { data, radius } = corner(corners, '99px')
  const { badge: background, badgeText: color } = palette
  const style = styled({
    background,
    color,
    'font-size': `${scale.badge}px`,
    'border-radius': radius,
    display: hidden(isTiny),
  })
  return `{{#badge}}<span class="badge" data-part="badge" data-asset="badge" ${data} style="${style}">{{badge}}</span>{{/badge}}`
}

export const picturePart = (input: PartInput): string => {
  const { palette, corners, panelRadius } = input
  const { data, radius } = corner(corners, panelRadius)
  const style = styled({ background: palette.panel, color: palette.soft, 'border-radius': radius })
  const image = '{{#productImage}}<img src="{{productImage}}" data-asset="productImage" alt="">{{/productImage}}'
  return `<div class="picture" data-part="picture" ${data} style="${style}">${image}{{^productImage}}${bag}{{/productImage}}${badgePart(input)}</div>`
}

export const headlinePart = ({ palette, scale, texts }: PartInput): string => {
  const style = styled({
    color: palette.text,
    'font-size': `${scale.headline}px`,
    display: hidden(texts.headline === undefined),
  })
  return `<p class="headline" data-part="headline" style="${style}">${escapeHtml(texts.headline ?? texts.brandName)}</p>`
}

export const namePart = ({ palette, scale, texts }: PartInput): string => {
  // without a headline the name of the product takes its place
  const size = texts.headline === undefined ? Math.max(scale.name, Math.round(scale.headline * 0.84)) : scale.name
  const style = styled({ color: texts.headline === undefined ? palette.text : palette.soft, 'font-size': `${size}px` })
  const weight = texts.headline === undefined ? ' lead' : ''
  return `<p class="name${weight}" data-part="name" data-asset="productName" style="${style}">{{productName}}</p>`
}

export const pricePart = ({ palette, scale, isTiny }: PartInput): string => {
  const price = styled({ color: palette.price, 'font-size': `${scale.price}px` })
  const was = styled({ color: palette.soft, 'font-size': `${scale.wasPrice}px`, display: hidden(isTiny) })
  return `<p class="prices"><span class="price" data-part="price" data-asset="price" style="${price}">{{price}}</span>{{#wasPrice}}<s class="was" data-part="was" data-asset="wasPrice" style="${was}">{{wasPrice}}</s>{{/wasPrice}}</p>`
}

export const ctaPart = ({ palette, scale, texts, corners }: PartInput): string => {
  const { data, radius } = corner(corners, '99px')
  const style = styled({
    background: palette.cta,
    color: palette.ctaText,
    'font-size': `${scale.cta}px`,
    'border-radius': radius,
  })
  return `<div class="cta" data-part="cta" ${data} style="${style}">${escapeHtml(texts.cta)}</div>`
}

export const linkPart = ({ texts }: PartInput): string =>
  `<a class="link" href="{{clickUrl}}" target="_blank" rel="noopener" aria-label="${escapeHtml(texts.cta)}: {{productName}}"></a>`
