import type { DesignLayer, DesignLayout } from '../brand.ts'
import { mixed } from '../color/perceived.ts'
import type { Band, BandEdge, BandZone } from '../compose/bands.ts'
import { areaOf, type Box, bottomOf, isBackdrop, isWithin, rightOf } from './boxes.ts'
import type { DesignParts, FillLayer, ImageLayer } from './find-design-parts.ts'
import { layerColor } from './layer-style.ts'

/** The colored shapes of a design, by what is on them. Colors `#rrggbb`. */
export type DesignShapes = {
  /** Behind the texts. */
  readonly ground: string
  /** Around an ad whose ground leaves margins. */
  readonly frame?: string | undefined
  /** Behind the picture of the product. */
  readonly panel?: { readonly color: string; readonly shape: 'square' | 'rounded' | 'circle' } | undefined
  readonly bands: readonly Band[]
}

/** The share of an ad from which a shape counts, of a part that is on a shape, and of a side from which a shape goes across. */
const least = { shape: 0.012, on: 0.5, across: 0.8 }
/** How far from an edge, as a share of the side, a shape still touches it. */
const touching = 0.015

const shareOn = (part: Box, { x, y, width, height }: Box): number => {
  const across = Math.min(rightOf(part), x + width) - Math.max(part.x, x)
  const down = Math.min(bottomOf(part), y + height) - Math.max(part.y, y)
  return across <= 0 || down <= 0 ? 0 : (across * down) / areaOf(part)
}

/** The edges of a design that a box touches. */
export const edgesOf = (box: Box, { width, height }: Pick<DesignLayout, 'width' | 'height'>): readonly BandEdge[] => [
  ...(box.y <= touching * height ? (['top'] as const) : []),
  ...(bottomOf(box) >= (1 - touching) * height ? (['bottom'] as const) : []),
  ...(box.x <= touching * width ? (['left'] as const) : []),
  ...(rightOf(box) >= (1 - touching) * width ? (['right'] as const) : []),
]

/** The edge that a shape runs along. */
const alongEdge = (box: Box, design: DesignLayout): BandEdge | undefined => {
  const isWide = box.width >= least.across * design.width
  if (!isWide && box.height < least.across * design.height) return undefined
  const along: readonly BandEdge[] = isWide ? ['top', 'bottom'] : ['left', 'right']
  return edgesOf(box, design).find(edge => along.includes(edge))
}

const isFill = (layer: DesignLayer): layer is FillLayer => layer.kind === 'fill'

const panelOf = (shape: FillLayer): NonNullable<DesignShapes['panel']>['shape'] => {
  const { width, height, radius = 0 } = shape
  if (radius <= 0) return 'square'
  return radius >= 0.45 * Math.min(width, height) && Math.abs(width / height - 1) < 0.2 ? 'circle' : 'rounded'
}

/**
 * Tells what the shapes of a design are for: the last one that fills it, or carries texts and picture, is its ground, one behind the picture its panel,
 * one behind some of the texts a band. `base`: the color where there is no shape.
 */
export const designShapes = (design: DesignLayout, parts: DesignParts, base: string): DesignShapes => {
  const { layers } = design
  const { headline, name, price, was, badge, cta, picture, logo, boxes } = parts
  const labels = new Set([cta, badge].flatMap(text => (text ? (boxes.get(text) ?? []) : [])))
  const isStrike = (layer: FillLayer) => was !== undefined && isWithin(layer, was, was.size / 2)
  const shapes = layers
    .filter(isFill)
    .filter(
      layer => !labels.has(layer) && !isStrike(layer) && areaOf(layer) >= least.shape * design.width * design.height,
    )
  let [ground, frame]: [string, string | undefined] = [base, undefined]
  let panel: DesignShapes['panel']
  const bands = new Map<BandZone, Band>()
  for (const shape of shapes) {
    const above = new Set<DesignLayer>(layers.slice(layers.indexOf(shape) + 1))
    const isOn = (part: DesignLayer | undefined): boolean =>
      part !== undefined && above.has(part) && shareOn(part, shape) >= least.on
    const color = mixed(ground, layerColor(shape.color), shape.opacity)
    const [hasPicture, hasDeal] = [isOn(picture), isOn(price) || isOn(cta)]
    const isGround = isBackdrop(shape, design) || (isOn(headline ?? name) && hasDeal)
    if (isGround && (hasPicture || !picture || isBackdrop(shape, design))) {
      if (edgesOf(shape, design).length === 0) frame = ground
      ground = color
    } else if (isGround) {
      panel ??= { color: ground, shape: 'square' }
      ground = color
    } else if (hasPicture) panel = { color, shape: panelOf(shape) }
    else {
      const edge = alongEdge(shape, design)
      const zone = hasDeal ? 'deal' : isOn(headline) || isOn(name) ? 'copy' : isOn(logo) ? 'logo' : edge
      const across = edge === 'left' || edge === 'right' ? shape.width / design.width : shape.height / design.height
      if (zone !== undefined) bands.set(zone, { zone, color, share: across })
    }
  }
  return { ground, frame, panel, bands: [...bands.values()] }
}

/** Whether a picture reaches the edges of a design as photos of scenes do. */
export const fillsEdges = (picture: ImageLayer, design: DesignLayout): boolean =>
  edgesOf(picture, design).length >= 3 && areaOf(picture) >= 0.35 * design.width * design.height
