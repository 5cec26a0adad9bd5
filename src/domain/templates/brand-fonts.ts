import type { BrandFont } from './brand.ts'
import type { FontFinding } from './brand-findings.ts'
import { genericOf, knownFont } from './known-fonts.ts'
import { plainText } from './plain-text.ts'

type Font = {
  readonly family: string
  readonly generic: BrandFont['generic']
  use: number
  heading: number
  body: number
  bold: number
}
const mostFonts = 6

const clamped = (weight: number): number => Math.min(900, Math.max(100, Math.round(weight / 100) * 100))

const grouped = (findings: readonly FontFinding[]): readonly Font[] => {
  const fonts = new Map<string, Font>()
  for (const { family: sent, use, role, weight, generic } of findings) {
    const name = plainText(sent, 100)
    if (name === '') continue
    const family = knownFont(name)?.family ?? name
    const key = family.toLowerCase()
    const font = fonts.get(key) ?? {
      family,
      generic: generic ?? genericOf(family),
      use: 0,
      heading: 0,
      body: 0,
      bold: 0,
    }
    font.use += use
    if (role === 'heading') font.heading += use
    if (role === 'body') font.body += use
    font.bold = Math.max(font.bold, clamped(weight))
    fonts.set(key, font)
  }
  return [...fonts.values()].sort((x, y) => y.use - x.use || (x.family < y.family ? -1 : 1))
}

const most = (fonts: readonly Font[], by: 'heading' | 'body'): Font | undefined =>
  fonts
    .filter(font => font[by] > 0)
    .reduce<Font | undefined>((best, font) => (best && best[by] >= font[by] ? best : font), undefined)

/**
 * The fonts of a brand (TEMPLATE-15): first that of headings and that of body text, which may be the same family, then others by use. Headings have the heaviest
 * weight that was found of their family, at least 600.
 */
export const brandFonts = (findings: readonly FontFinding[]): BrandFont[] => {
  const fonts = grouped(findings)
  const body = most(fonts, 'body') ?? fonts.find(font => font.heading < font.use) ?? fonts[0]
  const heading = most(fonts, 'heading') ?? body
  if (heading === undefined || body === undefined) return []
  const asFont = ({ family, generic, bold }: Font, role: BrandFont['role']): BrandFont => ({
    family,
    role,
    weight: role === 'heading' ? Math.max(600, bold) : 400,
    generic,
  })
  const others = fonts.filter(font => font !== heading && font !== body).slice(0, mostFonts - 2)
  return [
    asFont(heading, 'heading'),
    asFont(body, 'body'),
    ...others.map(font => asFont(font, font.heading > font.body ? 'heading' : 'body')),
  ]
}
