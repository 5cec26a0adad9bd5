import * as t from 'io-ts'
import { fields } from '../../codec/fields.ts'
import { integer } from '../../codec/integer.ts'
import { listOf } from '../../codec/json.ts'
import { oneOf, text } from '../../codec/text.ts'

export const colorRoles = ['primary', 'secondary', 'accent', 'background', 'text'] as const

/** A color as `#rrggbb` in lower case; `weight`: its share of what was read, 0 to 1. */
export const BrandColor = fields({
  hex: text({ pattern: /^#[0-9a-f]{6}$/, must: 'must be #rrggbb', max: 7 }),
  role: oneOf(...colorRoles),
  weight: t.number,
})
export type BrandColor = t.TypeOf<typeof BrandColor>

/** A font family, what it is used for, and the generic family that stands in for it where it is not installed. */
export const BrandFont = fields({
  family: text({ min: 1, max: 100 }),
  role: oneOf('heading', 'body'),
  /** 100 to 900. */
  weight: integer(1, 1000),
  generic: oneOf('sans-serif', 'serif', 'monospace', 'cursive'),
})
export type BrandFont = t.TypeOf<typeof BrandFont>

/** A picture that was found; its bytes are the blob with this SHA-256. Pixels. */
export const BrandImage = fields({
  blob: t.string,
  contentType: oneOf('image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'),
  width: integer(1),
  height: integer(1),
  role: oneOf('logo', 'picture'),
})
export type BrandImage = t.TypeOf<typeof BrandImage>

/** A shadow behind a part of a design. Pixels; `color`: `#rrggbb`; `opacity`: 0 to 1. */
export const LayerShadow = fields({ x: t.number, y: t.number, blur: t.number, color: t.string, opacity: t.number })
export type LayerShadow = t.TypeOf<typeof LayerShadow>

const box = { x: integer(), y: integer(), width: integer(1), height: integer(1) }

/** A visible layer of a design, from back to front. Pixels of the design; opacity 0 to 1. */
export const DesignLayer = t.union([
  fields({ kind: t.literal('image'), name: t.string, ...box, opacity: t.number, image: BrandImage }),
  fields(
    { kind: t.literal('fill'), name: t.string, ...box, opacity: t.number, color: t.string },
    /** Pixels of its corners. */
    { radius: t.number, shadow: LayerShadow },
  ),
  fields(
    {
      kind: t.literal('text'),
      name: t.string,
      ...box,
      opacity: t.number,
      content: text({ max: 2000, multiline: true }),
      family: t.string,
      /** Pixels. */
      size: t.number,
      weight: integer(1, 1000),
      italic: t.boolean,
      /** `#rrggbb`. */
      color: t.string,
      align: oneOf('left', 'center', 'right'),
      /** Pixels between baselines. */
      leading: t.number,
      /** Lines break at the width of the box; otherwise only where the content has a line break. */
      wraps: t.boolean,
    },
    { shadow: LayerShadow },
  ),
])
export type DesignLayer = t.TypeOf<typeof DesignLayer>

/** A design as its layers. */
export const DesignLayout = fields({ width: integer(1), height: integer(1), layers: listOf(DesignLayer, 200) })
export type DesignLayout = t.TypeOf<typeof DesignLayout>

/** Sizes of a design that are kept beside the first one. */
export const mostArtboards = 11

const words = (max: number) => text({ min: 1, max })

/**
 * What was read of a brand: from a page, a document, pictures or a design (TEMPLATE-15). Colors and fonts: first one for each role that was
 * found, then others, each by weight. Every list is short. Nothing in it is trusted: texts are the customer's.
 */
export const BrandProfile = fields(
  {
    name: text({ max: 255 }),
    colors: listOf(BrandColor, 12),
    fonts: listOf(BrandFont, 6),
    /** Adjectives, such as friendly. */
    tone: listOf(words(40), 5),
    copy: fields({
      headlines: listOf(words(200), 10),
      texts: listOf(words(500), 10),
      callsToAction: listOf(words(60), 10),
      badges: listOf(words(40), 10),
    }),
    images: listOf(BrandImage, 30),
  },
  {
    logo: BrandImage,
    layout: DesignLayout,
    /** Other sizes of the same design, such as the other artboards of a PSD. */
    artboards: listOf(DesignLayout, mostArtboards),
  },
)
export type BrandProfile = t.TypeOf<typeof BrandProfile>

/** All sizes in which a brand has its design, the main one first. */
export const designLayouts = ({
  layout,
  artboards = [],
}: Pick<BrandProfile, 'layout' | 'artboards'>): readonly DesignLayout[] => (layout ? [layout, ...artboards] : [])

/** The pictures of the layers of a design, each once. */
export const layoutPictures = (brand: Pick<BrandProfile, 'layout' | 'artboards'>): readonly BrandImage[] => {
  const images = designLayouts(brand)
    .flatMap(({ layers }) => layers)
    .flatMap(layer => (layer.kind === 'image' ? [layer.image] : []))
  return [...new Map(images.map(image => [image.blob, image])).values()]
}

/** Pictures whose pixels say what the pictures of a brand are like. */
const mostLookedAt = 4

/** The pictures of a brand that are looked at to choose its layouts: the largest, without drawings. */
export const lookedAtPictures = ({ images }: Pick<BrandProfile, 'images'>): readonly BrandImage[] =>
  images
    .filter(({ role, contentType }) => role === 'picture' && contentType !== 'image/svg+xml')
    .toSorted((a, b) => b.width * b.height - a.width * a.height)
    .slice(0, mostLookedAt)

/** The pictures of a brand that templates may show: the logo, and those of the design. */
export const shownPictures = (brand: BrandProfile): readonly BrandImage[] => [
  ...(brand.logo ? [brand.logo] : []),
  ...layoutPictures(brand),
]
