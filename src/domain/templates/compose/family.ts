import type { BrandProfile } from '../brand.ts'
import { isDark } from '../color/contrast.ts'
import { oklchOf } from '../color/oklch.ts'
import { cornersOf } from '../corners.ts'

export const families = ['product-right', 'product-left', 'full-bleed', 'color-block', 'framed', 'text-led'] as const
/** How the ads of a brand are laid out. All sizes of a workflow have the same family, so that they look like one campaign. */
export type Family = (typeof families)[number]

/**
 * What the pictures of a brand are like: `cut-out` on nothing, `packshot` on one light color, `scene` with a background of its own. `ratio`: width to
 * height.
 */
export type PictureLook = { readonly kind: 'cut-out' | 'packshot' | 'scene'; readonly ratio: number }

/** Headlines of more characters are told by their letters, not beside a picture. */
const longHeadline = 26
const boldTones = new Set(['bold', 'strong', 'energetic', 'vibrant', 'playful', 'fun', 'young', 'modern', 'daring'])
const quietTones = new Set(['elegant', 'luxury', 'premium', 'minimal', 'classic', 'serious', 'editorial', 'exclusive'])

/** FNV-1a: brands that are alike in everything else differ by their names. */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return hash
}

/** Scenes of other ratios are banners and cards for social networks, which say nothing of the pictures of products. */
const ofPhotos = { least: 0.6, most: 1.7 }
const isBanner = ({ kind, ratio }: PictureLook): boolean =>
  kind === 'scene' && (ratio < ofPhotos.least || ratio > ofPhotos.most)

/** How well each family suits what a brand has. */
const scoresOf = (brand: BrandProfile, given: PictureLook | undefined): Readonly<Record<Family, number>> => {
  const { colors, copy, fonts, tone } = brand
  const look = given && isBanner(given) ? undefined : given
  const has = (words: ReadonlySet<string>) => tone.some(word => words.has(word.toLowerCase()))
  const when = (is: boolean, points: number) => (is ? points : 0)
  const primary = colors.find(({ role }) => role === 'primary')?.hex
  const isStrong = primary !== undefined && (oklchOf(primary).c > 0.1 || isDark(primary))
  const isVivid = primary !== undefined && oklchOf(primary).c > 0.12
  const longest = copy.headlines[0]?.length ?? 0
  const isSquare = cornersOf(tone) === 'square'
  const isSerif = fonts.some(({ role, generic }) => role === 'heading' && generic === 'serif')
  const hasBadge = copy.badges.length > 0
  const kind = look?.kind
  const isCutOut = kind === 'cut-out'
  return {
    'product-right': 1 + when(isCutOut, 2) + when(!isVivid, 0.5),
    'product-left': 1 + when(isCutOut, 2) + when(hasBadge, 0.5) + when(!isSquare, 0.5),
    'full-bleed': kind === 'scene' ? 4.5 : -9,
    'color-block': when(isStrong, 1) + when(isVivid, 1) + when(has(boldTones), 1.5) + when(kind === 'packshot', 1),
    framed: when(isSquare, 1) + when(isSerif, 1) + when(has(quietTones), 1) + when(kind === 'packshot', 1.5),
    'text-led': when(look === undefined, 1.5) + when(longest > longHeadline, 2.5) + when(!hasBadge, 0.5),
  }
}

/** Families this near to the best one are as good. */
const near = 0.75

/**
 * The layout family of a brand: the one that suits its pictures, headline, badges, tone, colors and type best; of those that suit it equally, its name
 * decides. The same brand always gets the same one.
 */
export const familyOf = (brand: BrandProfile, look: PictureLook | undefined): Family => {
  const scores = scoresOf(brand, look)
  const best = Math.max(...Object.values(scores))
  const suited = families.filter(family => scores[family] >= best - near)
  return suited[hashOf(`${brand.name} ${brand.colors.map(({ hex }) => hex).join()}`) % suited.length] ?? 'product-right'
}
