import type { BrandProfile } from '../brand.ts'
import { type Corners, cornersOf } from '../corners.ts'
import { type Fonts, fontsOf } from '../fonts.ts'
import { type Ground, type Palette, type Schemes, schemesOf } from '../palette.ts'
import type { Band } from './bands.ts'
import { type Family, familyOf, type PictureLook } from './family.ts'

/** What all sizes of a campaign share, so that they look like one: a brand gives it, or a design (ADR 0200). */
export type Look = {
  readonly family: Family
  readonly schemes: Schemes
  readonly fonts: Fonts
  readonly corners: Corners
  /** Corners of the picture's panel. */
  readonly panel: Corners
  /** Address of a picture that fills the ad, stretched, such as a gradient. */
  readonly ground?: string | undefined
  /** The logo of a design: the blob of its picture, or a text; undefined: that of the brand. */
  readonly logo?: { readonly blob?: string; readonly text?: string; readonly color?: string } | undefined
  /** Radii of button and badge as shares of their height, up to 0.5; undefined: half. */
  readonly radii: { readonly cta?: number | undefined; readonly badge?: number | undefined }
  /** The color of a frame around the ad; undefined: framed ads have that of the button. */
  readonly frame?: string | undefined
  readonly bands: readonly Band[]
  /** Columns that are shown in capitals. */
  readonly capitals: { readonly name: boolean; readonly badge: boolean }
  /** The first one that fits is used. */
  readonly copy: { readonly headlines: readonly string[]; readonly callsToAction: readonly string[] }
  /** Small print, such as terms. */
  readonly legal?: string | undefined
}

const grounds: Readonly<Record<Family, Ground>> = {
  'product-right': 'plain',
  'product-left': 'plain',
  'full-bleed': 'plain',
  'color-block': 'block',
  framed: 'plain',
  'text-led': 'tint',
}

/** Pictures on white are seen as boxes on any other panel. */
const withPanel = (palette: Palette, pictures: PictureLook | undefined): Palette =>
  pictures?.kind === 'packshot' ? { ...palette, panel: '#ffffff' } : palette

/**
 * The look of a brand: the layout family that suits it, its colors where they can be read, its fonts with stand-ins, its corners by its tone. `pictures`:
 * what its pictures are like; undefined: it has none. `family`: instead of the one that suits it.
 */
export const brandLook = (
  brand: BrandProfile,
  pictures?: PictureLook | undefined,
  family: Family = familyOf(brand, pictures),
): Look => {
  const { first, light, dark } = schemesOf(brand, grounds[family])
  return {
    family,
    schemes: { first, light: withPanel(light, pictures), dark: withPanel(dark, pictures) },
    fonts: fontsOf(brand),
    corners: cornersOf(brand.tone),
    panel: cornersOf(brand.tone),
    radii: {},
    bands: [],
    capitals: { name: false, badge: false },
    copy: brand.copy,
  }
}
