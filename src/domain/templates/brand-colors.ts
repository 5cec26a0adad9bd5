import type { BrandColor } from './brand.ts'
import type { ColorFinding, ColorRole } from './brand-findings.ts'
import { contrastOf } from './color/contrast.ts'
import { chroma, distance, type Perceived, perceived } from './color/perceived.ts'

/** Colors closer than this count as one. */
const same = 0.03
/** Two roles need colors at least so different. */
const different = 0.1
/** Less colorful than this is a gray. */
const gray = 0.04
/** WCAG: text on its background. */
const readable = 4.5
const mostColors = 12
/** A smaller share is noise of pictures, unless the source names its role. */
const leastShare = 0.005

type Color = {
  readonly hex: string
  readonly seen: Perceived
  weight: number
  readonly hints: Map<ColorRole, number>
}

const rounded = (share: number): number => Math.round(share * 1_000) / 1_000

/** Findings as few colors, the heaviest first: those that look the same are one, with the hex of its heaviest. */
const grouped = (findings: readonly ColorFinding[]): readonly Color[] => {
  const exact = new Map<string, { weight: number; hints: Map<ColorRole, number> }>()
  for (const { hex, weight, hint } of findings) {
    const color = exact.get(hex) ?? { weight: 0, hints: new Map<ColorRole, number>() }
    color.weight += weight
    if (hint) color.hints.set(hint, (color.hints.get(hint) ?? 0) + weight)
    exact.set(hex, color)
  }
  const colors: Color[] = []
  const heaviest = [...exact].sort(([a, x], [b, y]) => y.weight - x.weight || (a < b ? -1 : 1))
  for (const [hex, { weight, hints }] of heaviest) {
    const seen = perceived(hex)
    const known = colors.find(color => distance(color.seen, seen) < same)
    if (known === undefined) colors.push({ hex, seen, weight, hints })
    else {
      known.weight += weight
      for (const [hint, share] of hints) known.hints.set(hint, (known.hints.get(hint) ?? 0) + share)
    }
  }
  return colors.sort((x, y) => y.weight - x.weight)
}

const hinted = (colors: readonly Color[], role: ColorRole): Color | undefined =>
  colors
    .filter(color => color.hints.has(role))
    .reduce<Color | undefined>(
      (most, color) => (most && most.hints.get(role)! >= color.hints.get(role)! ? most : color),
      undefined,
    )
const isColorful = ({ seen }: Color): boolean => chroma(seen) >= gray
const isLight = ({ seen }: Color): boolean => seen.l > 0.9
const isDark = ({ seen }: Color): boolean => seen.l < 0.35

/** A color that was not found, but is needed: black or white. */
const added = (hex: string): Color => ({ hex, seen: perceived(hex), weight: 0, hints: new Map() })

const backgroundOf = (colors: readonly Color[]): Color => {
  const plain = colors.filter(color => !isColorful(color))
  return hinted(colors, 'background') ?? colors.find(isLight) ?? plain.find(isDark) ?? added('#ffffff')
}

const textOn = (background: Color, colors: readonly Color[]): Color => {
  const isReadable = (color: Color): boolean => contrastOf(color.hex, background.hex) >= readable
  const named = hinted(colors, 'text')
  if (named && isReadable(named)) return named
  const plain = colors.filter(color => !isColorful(color)).find(isReadable)
  // a dark color that is the strongest of the brand is its primary one
  const dark = colors.slice(1 + colors.findIndex(isColorful)).find(color => isDark(color) && isReadable(color))
  const soft = contrastOf('#111111', background.hex) >= readable ? '#111111' : undefined
  const hard = contrastOf('#000000', background.hex) >= readable ? '#000000' : '#ffffff'
  return plain ?? dark ?? added(soft ?? hard)
}

/** The role of a color that is not the first of any. */
const lesserRole = (color: Color, background: Color): ColorRole => {
  const [hint] = color.hints.keys()
  if (hint) return hint
  if (isColorful(color)) return 'accent'
  return contrastOf(color.hex, background.hex) >= readable ? 'text' : 'background'
}

/**
 * The colors of a brand with their roles (TEMPLATE-15): first one for each role that was found, then others, each by weight. There is always a
 * background, and a text color that is readable on it; the others only if the brand has them.
 */
export const brandColors = (findings: readonly ColorFinding[]): BrandColor[] => {
  const all = grouped(findings)
  const total = all.reduce((sum, { weight }) => sum + weight, 0) || 1
  const colors = all.filter(({ weight, hints }) => hints.size > 0 || weight >= leastShare * total)
  const background = backgroundOf(colors)
  const text = textOn(
    background,
    colors.filter(color => color !== background),
  )
  const taken: [ColorRole, Color][] = []
  const isFree = (color: Color): boolean =>
    color !== background && color !== text && taken.every(([, other]) => distance(other.seen, color.seen) >= different)
  const take = (role: ColorRole, color: Color | undefined): void => {
    if (color) taken.push([role, color])
  }
  const free = (): readonly Color[] => colors.filter(isFree)
  const colorful = (): Color | undefined => free().find(isColorful)
  const strongest = (): Color | undefined =>
    free()
      .filter(isColorful)
      .reduce<Color | undefined>(
        (most, color) => (most && chroma(most.seen) >= chroma(color.seen) ? most : color),
        undefined,
      )
  take(
    'primary',
    hinted(free(), 'primary') ?? free().find(color => isColorful(color) && !color.hints.has('accent')) ?? colorful(),
  )
  take('secondary', hinted(free(), 'secondary') ?? undefined)
  take('accent', hinted(free(), 'accent') ?? strongest())
  if (!taken.some(([role]) => role === 'secondary')) take('secondary', colorful())
  taken.push(['background', background], ['text', text])

  const chosen = new Set(taken.map(([, color]) => color))
  const others = colors.filter(color => !chosen.has(color)).slice(0, mostColors - taken.length)
  const asFound = (role: ColorRole, { hex, weight }: Color): BrandColor => ({
    hex,
    role,
    weight: rounded(weight / total),
  })
  return [
    ...taken.sort(([, x], [, y]) => y.weight - x.weight).map(([role, color]) => asFound(role, color)),
    ...others.map(color => asFound(lesserRole(color, background), color)),
  ]
}
