import type { BrandProfile } from './brand.ts'
import { contrastOf, isDark, labelOn, leastContrast, readableOn } from './color/contrast.ts'
import { hexOf, oklchOf } from './color/oklch.ts'
import { distance, perceived } from './color/perceived.ts'

/** The colors of a template, each `#rrggbb`; every text color can be read on what is behind it. */
export type Palette = {
  readonly background: string
  /** Behind the picture of the product. */
  readonly panel: string
  readonly text: string
  /** Of the headline and the former price. */
  readonly soft: string
  readonly price: string
  readonly cta: string
  readonly ctaText: string
  readonly badge: string
  readonly badgeText: string
  readonly border: string
}
export type Schemes = { readonly first: 'light' | 'dark'; readonly light: Palette; readonly dark: Palette }

const neutral = '#5b6470'
const withLight = (hex: string, l: number, mostChroma: number): string => {
  const color = oklchOf(hex)
  return hexOf({ ...color, l, c: Math.min(color.c, mostChroma) })
}
const areAlike = (a: string, b: string): boolean => distance(perceived(a), perceived(b)) < 0.06

/**
 * White on a button wherever a slightly darker button allows it, since that is what people expect; on a light one the color of the brand's texts,
 * or nearly black.
 */
const button = (wanted: string, ownText: string): { readonly back: string; readonly front: string } => {
  const white = contrastOf(wanted, '#ffffff')
  if (white < leastContrast && white >= 2.6) return { back: readableOn('#ffffff', wanted), front: '#ffffff' }
  return { back: wanted, front: isDark(wanted) ? '#ffffff' : labelOn(wanted, ownText) }
}

type Roots = { readonly primary: string; readonly accent: string; readonly second: string; readonly text: string }
const rootsOf = ({ colors }: BrandProfile): Roots => {
  const byRole = (role: string) => colors.find(color => color.role === role)?.hex
  const byChroma = [...colors].sort((a, b) => oklchOf(b.hex).c - oklchOf(a.hex).c)
  const vivid = byChroma.find(({ hex }) => oklchOf(hex).c > 0.05)?.hex
  const primary = byRole('primary') ?? vivid ?? byRole('text') ?? neutral
  const accent = byRole('accent') ?? byRole('secondary') ?? vivid ?? primary
  return { primary, accent, second: byRole('secondary') ?? primary, text: byRole('text') ?? '#ffffff' }
}

const palette = (
  background: string,
  panel: string,
  wantedText: string,
  { primary, accent, second, text: ownText }: Roots,
): Palette => {
  const text = readableOn(background, wantedText)
  const onDark = isDark(background)
  // a button must be seen: on its own color the accent takes its place, or what can be read
  const candidates = [primary, accent, second, text]
  const cta = button(
    candidates.find(hex => contrastOf(hex, background) >= 2 && !areAlike(hex, background)) ?? text,
    ownText,
  )
  const badge = button(
    [accent, second, primary].find(hex => !areAlike(hex, panel) && !areAlike(hex, cta.back)) ?? accent,
    ownText,
  )
  const vivid = [accent, primary, second].find(hex => oklchOf(hex).c > 0.08 && contrastOf(hex, background) >= 2.5)
  return {
    background,
    panel,
    text,
    soft: readableOn(background, withLight(text, onDark ? 0.82 : 0.48, 0.04)),
    price: vivid === undefined ? text : readableOn(background, vivid),
    cta: cta.back,
    ctaText: cta.front,
    badge: badge.back,
    badgeText: badge.front,
    border: withLight(primary, onDark ? 0.4 : 0.86, 0.03),
  }
}

const lively = new Set(['playful', 'vibrant', 'energetic', 'fun', 'happy', 'young', 'cheerful', 'colorful'])
const isLively = (tone: readonly string[]): boolean => tone.some(word => lively.has(word.toLowerCase()))

/** What is behind the texts: the brand's background, a strong color of the brand, or a light tint of one. */
export type Ground = 'plain' | 'block' | 'tint'

/** A color that fills an ad: the primary one, or the next that is neither nearly white nor nearly black. */
const blockOf = ({ primary, second, accent }: Roots): string | undefined =>
  [primary, second, accent].find(hex => {
    const { l, c } = oklchOf(hex)
    return l < 0.9 && l > 0.2 && (c > 0.05 || l < 0.45)
  })

/** The scheme that a brand's own background asks for, on a strong color or a tint. A brand without such a color keeps its background. */
const grounded = (schemes: Schemes, ground: Ground, roots: Roots, tint: string): Schemes => {
  const own = schemes[schemes.first]
  const background = ground === 'block' ? blockOf(roots) : tint
  if (ground === 'plain' || background === undefined || (ground === 'tint' && schemes.first === 'dark')) return schemes
  const first = isDark(background) ? 'dark' : 'light'
  const panel = ground === 'block' ? schemes.light.background : '#ffffff'
  const text = ground === 'block' ? labelOn(background, first === 'dark' ? '#ffffff' : own.text) : own.text
  const colored = palette(background, panel, text, roots)
  return { ...schemes, first, [first]: ground === 'block' ? { ...colored, border: background } : colored }
}

/**
 * The colors of templates of a brand, light and dark; `first` is the one that its own background, or the ground, asks for. A brand without colors
 * gets greys.
 */
export const schemesOf = (brand: BrandProfile, ground: Ground = 'plain'): Schemes => {
  const roots = rootsOf(brand)
  const own = brand.colors.find(({ role }) => role === 'background')?.hex
  const ownText = brand.colors.find(({ role }) => role === 'text')?.hex
  const ownIsDark = own !== undefined && isDark(own)
  const light = own !== undefined && !ownIsDark ? own : withLight(roots.primary, 0.985, 0.012)
  const dark = ownIsDark ? own : withLight(roots.primary, 0.24, 0.06)
  const darkText = ownText !== undefined && isDark(ownText) ? ownText : withLight(roots.primary, 0.22, 0.04)
  const lightText = ownText !== undefined && !isDark(ownText) ? ownText : withLight(roots.primary, 0.97, 0.01)
  const second = oklchOf(roots.second)
  const tint = isLively(brand.tone) ? withLight(roots.primary, 0.88, 0.09) : withLight(roots.primary, 0.93, 0.045)
  // a light second color is what the brand itself puts behind things
  const lightPanel = second.l > 0.84 && !areAlike(roots.second, light) ? roots.second : tint
  const darkPanel = hexOf({ ...oklchOf(dark), l: oklchOf(dark).l + 0.09 })
  const plain: Schemes = {
    first: ownIsDark ? 'dark' : 'light',
    light: palette(light, lightPanel, darkText, roots),
    dark: palette(dark, darkPanel, lightText, roots),
  }
  return grounded(plain, ground, roots, lightPanel)
}
