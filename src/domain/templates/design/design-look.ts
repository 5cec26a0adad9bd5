import type { BrandProfile, DesignLayout } from '../brand.ts'
import { isDark, labelOn, readableOn } from '../color/contrast.ts'
import { distance, perceived } from '../color/perceived.ts'
import { groundOf } from '../compose/bands.ts'
import type { Family } from '../compose/family.ts'
import type { Look } from '../compose/look.ts'
import type { Fonts } from '../fonts.ts'
import { genericOf } from '../known-fonts.ts'
import type { Palette } from '../palette.ts'
import { areaOf, type Box, isBackdrop } from './boxes.ts'
import { type DesignShapes, designShapes, fillsEdges } from './design-shapes.ts'
import { boxColor } from './design-texts.ts'
import {
  type DesignParts,
  type FillLayer,
  findDesignParts,
  type ImageLayer,
  type TextLayer,
} from './find-design-parts.ts'
import { isInCapitals, layerColor, quotedFamily } from './layer-style.ts'

const middleOf = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 })

/** The side of a product's picture, as a share of the shorter side of the design, below which the texts lead. */
const smallPicture = 0.32

/** The layout family that is most like the arrangement of a design: by where its picture and its texts are. */
const familyOfDesign = (design: DesignLayout, parts: DesignParts, { frame, panel }: DesignShapes): Family => {
  const { picture, headline, name, price } = parts
  if (picture === undefined) return 'text-led'
  if (frame !== undefined) return 'framed'
  if (fillsEdges(picture, design)) return 'full-bleed'
  if (panel?.shape === 'circle') return 'color-block'
  if (Math.sqrt(areaOf(picture)) < smallPicture * Math.min(design.width, design.height)) return 'text-led'
  const texts = [headline, name, price].flatMap(text => text ?? []).map(middleOf)
  const mean = (along: 'x' | 'y') => texts.reduce((sum, place) => sum + place[along], 0) / Math.max(1, texts.length)
  const place = middleOf(picture)
  const [across, down] = [(place.x - mean('x')) / design.width, (place.y - mean('y')) / design.height]
  return Math.min(across, down) < 0 && Math.abs(Math.min(across, down)) >= Math.max(across, down)
    ? 'product-left'
    : 'product-right'
}

const faceOf = ({ family, weight }: TextLayer) => ({ family: `${quotedFamily(family)},${genericOf(family)}`, weight })

const fontsOfDesign = ({ headline, name, price, cta }: DesignParts, usual: Fonts): Fonts => {
  const lead = headline ?? name
  const label = cta ?? name
  return {
    heading: lead ? faceOf(lead).family : usual.heading,
    weight: lead?.weight ?? usual.weight,
    isItalic: lead?.italic ?? false,
    body: name ? faceOf(name).family : usual.body,
    price: price ? faceOf(price) : usual.price,
    label: label ? { ...faceOf(label), weight: cta?.weight ?? usual.label.weight } : usual.label,
  }
}

const areAlike = (a: string, b: string): boolean => distance(perceived(a), perceived(b)) < 0.06

const fillBehind = (text: TextLayer | undefined, { boxes }: DesignParts): FillLayer | undefined => {
  const box = text && boxes.get(text)
  return box?.kind === 'fill' ? box : undefined
}

/** A label and the box that it is on. */
const labelColors = (text: TextLayer | undefined, parts: DesignParts) => {
  const box = fillBehind(text, parts)
  if (text === undefined || box === undefined) return undefined
  const back = boxColor(layerColor(box.color), layerColor(text.color))
  return { back, front: readableOn(back, layerColor(text.color)) }
}

/** Colors that can be read on what they are on in the other sizes: the headline on its band, the price on that of the button, others on the ground. */
const paletteOfDesign = (parts: DesignParts, { ground, panel, bands }: DesignShapes, usual: Palette): Palette => {
  const { headline, name, price, cta, badge } = parts
  const colorOf = (text: TextLayer | undefined) => text && layerColor(text.color)
  const text = colorOf(headline) ?? colorOf(name) ?? usual.text
  const button = labelColors(cta, parts) ?? { back: usual.cta, front: usual.ctaText }
  const priceColor = colorOf(price) ?? text
  const under = [ground, panel?.color ?? ground, groundOf(bands, 'deal', ground)]
  // a badge that the design lacks is like its price, or like its button
  const seen = [priceColor, button.back, text].find(hex => !under.some(color => areAlike(color, hex))) ?? button.back
  const ofBadge = labelColors(badge, parts) ?? { back: seen, front: labelOn(seen, ground, [text]) }
  return {
    background: ground,
    panel: panel?.color ?? ground,
    text: readableOn(groundOf(bands, 'copy', ground), text),
    soft: labelOn(ground, colorOf(name) ?? text, [text]),
    price: readableOn(groundOf(bands, 'deal', ground), priceColor),
    cta: button.back,
    ctaText: button.front,
    badge: ofBadge.back,
    badgeText: ofBadge.front,
    border: ground,
  }
}

const radiusOf = (box: FillLayer | undefined): number | undefined =>
  box && Math.min(0.5, (box.radius ?? 0) / Math.min(box.width, box.height))

const isCapitals = (text: TextLayer | undefined): boolean => text !== undefined && isInCapitals(text.content)

const terms =
  /\b(?:terms|conditions|t&cs?|while stocks|excl|incl|offer (?:ends|valid)|valid until|agb|solange|gültig)\b|^\*/i
/** Small print is in letters of at most this share of the headline's. */
const smallPrint = 0.5

const legalOf = (design: DesignLayout, { headline, name, price, was, badge, cta, logo }: DesignParts) => {
  const known = new Set<unknown>([headline, name, price, was, badge, cta, logo])
  return design.layers.find(
    layer =>
      layer.kind === 'text' &&
      !known.has(layer) &&
      (headline === undefined || layer.size <= smallPrint * headline.size) &&
      terms.test(layer.content),
  )
}

/** A band in the color of the button would hide it. */
const withSeenButton = ({ bands }: DesignShapes, cta: TextLayer | undefined, parts: DesignParts) => {
  const button = labelColors(cta, parts)?.back
  return bands.filter(({ zone, color }) => zone !== 'deal' || button === undefined || !areAlike(color, button))
}

/** The picture behind everything in a design; undefined: it has none. */
export const backdropOf = (design: DesignLayout, logo: string | undefined): ImageLayer | undefined => {
  const { picture } = findDesignParts(design, logo)
  return design.layers.findLast(
    (layer): layer is ImageLayer => layer.kind === 'image' && layer !== picture && isBackdrop(layer, design),
  )
}

/** What is known of it. `address`: of a picture that may be stretched to any size. */
export type Backdrop = { readonly color: string; readonly address?: string | undefined }

/** undefined: the logo of the brand. A product's picture may have been taken for one. */
const logoOf = ({ logo, picture }: DesignParts, brand: BrandProfile): Look['logo'] => {
  if (logo?.kind === 'image') return { blob: logo.image.blob }
  if (logo?.kind === 'text') return { text: logo.content, color: layerColor(logo.color) }
  return brand.logo !== undefined && picture?.image.blob === brand.logo.blob ? {} : undefined
}

/**
 * The look that a design gives to sizes that it does not fit (ADR 0200): its ground, panel and bands, the colors, corners, faces and capitals of its
 * parts, its copy, and the layout family that is most like its arrangement. `usual`: the brand's look, for what the design does not say.
 * `backdrop`: the picture behind everything.
 */
export const designLook = (
  design: DesignLayout,
  {
    brand,
    usual,
    backdrop,
  }: { readonly brand: BrandProfile; readonly usual: Look; readonly backdrop?: Backdrop | undefined },
): Look => {
  const parts = findDesignParts(design, brand.logo?.blob)
  const { headline, name, badge, cta } = parts
  const own = backdrop?.color ?? brand.colors.find(({ role }) => role === 'background')?.hex ?? '#ffffff'
  const found = designShapes(design, parts, own)
  const shapes = { ...found, bands: withSeenButton(found, cta, parts) }
  const scheme = isDark(shapes.ground) ? 'dark' : 'light'
  const palette = paletteOfDesign(parts, shapes, usual.schemes[scheme])
  const radii = { cta: radiusOf(fillBehind(cta, parts)), badge: radiusOf(fillBehind(badge, parts)) }
  const legal = legalOf(design, parts)
  const hasRoundPanel = (shapes.panel?.shape ?? 'square') !== 'square'
  const first = (text: TextLayer | undefined, others: readonly string[]) => (text ? [text.content, ...others] : others)
  return {
    family: familyOfDesign(design, parts, shapes),
    schemes: { ...usual.schemes, first: scheme, [scheme]: palette },
    fonts: fontsOfDesign(parts, usual.fonts),
    corners: hasRoundPanel || (radii.cta ?? 0) > 0 ? 'rounded' : 'square',
    panel: hasRoundPanel ? 'rounded' : 'square',
    ground: shapes.ground === own ? backdrop?.address : undefined,
    logo: logoOf(parts, brand),
    radii: { cta: radii.cta, badge: radii.badge ?? radii.cta },
    frame: shapes.frame,
    bands: shapes.bands,
    capitals: { name: isCapitals(name), badge: isCapitals(badge) },
    copy: {
      headlines: first(headline, usual.copy.headlines),
      callsToAction: first(cta, usual.copy.callsToAction),
    },
    ...(legal?.kind === 'text' ? { legal: legal.content } : {}),
  }
}

/** The design that sets the look of a size: the one that is nearest in ratio. */
export const nearestInRatio = <A extends { readonly width: number; readonly height: number }>(
  designs: readonly A[],
  size: { readonly width: number; readonly height: number },
): A | undefined => {
  const ratio = ({ width, height }: { readonly width: number; readonly height: number }) => Math.log(width / height)
  return designs.toSorted((a, b) => Math.abs(ratio(a) - ratio(size)) - Math.abs(ratio(b) - ratio(size)))[0]
}
