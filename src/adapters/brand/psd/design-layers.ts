import type { BrandImage, DesignLayer } from '../../../domain/templates/brand.ts'
import type { Pixels } from '../pictures/palette.ts'
import type { PictureRead } from '../pictures/read-picture.ts'
import { canBlend, drawOver, isNormal } from './blend.ts'
import { faded, overlaid, overlaidColor, shadowOf, withShadow } from './draw-effects.ts'
import { fillOf } from './fill-of.ts'
import { boxOfFlat, type FlatLayer, leavesOf } from './flat-layers.ts'
import { effectsOf } from './layer-effects.ts'
import { type Box, boxIn, covered, layerPixels, type Placed, type Size } from './layer-pixels.ts'
import { gridOf } from './likeness.ts'
import { textLayer } from './text-layer.ts'

/** What is read of a design at most: layers, those of all artboards, pixels of one layer, and of all. */
const most = { layers: 200, layersOfArtboards: 600, layerPixels: 50_000_000, pixels: 250_000_000 }

export type ReadPixels = (pixels: Pixels, name: string) => Promise<PictureRead>
export type DesignRead = {
  readonly layers: readonly DesignLayer[]
  readonly pictures: readonly PictureRead[]
  readonly warnings: readonly string[]
  /** The mean difference of the layers to the composite of the file, 0 to 1. */
  readonly difference: number
}

const asImage = ({ image }: PictureRead): BrandImage => ({ ...image, role: 'picture' })

const boxOf = ({ x, y, width, height }: Placed) => ({ x, y, width, height })

const areaOf = ({ left = 0, top = 0, right = 0, bottom = 0 }: Partial<Box> = {}): number =>
  Math.max(0, right - left) * Math.max(0, bottom - top)

/** The layers and the groups that are drawn together, at any depth: each of them takes a picture of its box. */
const drawnOf = (flat: readonly FlatLayer[]): readonly FlatLayer[] =>
  flat.flatMap(one => [one, ...(one.inner === undefined ? [] : drawnOf(one.inner))])

/** Whether decoding the layers, of all artboards together, would cost too much. */
export const areTooLarge = (flat: readonly FlatLayer[]): boolean => {
  if (leavesOf(flat).length > most.layersOfArtboards) return true
  const areas = drawnOf(flat)
    .flatMap(one => [boxOfFlat(one), one.clippedTo, one.layer.mask])
    .map(areaOf)
  return areas.some(area => area > most.layerPixels) || areas.reduce((sum, area) => sum + area, 0) > most.pixels
}

/** Why a design can only be shown as one picture; undefined if its layers can be told apart. */
export const whyOnePicture = (flat: readonly FlatLayer[], size: Size): string | undefined => {
  const leaves = leavesOf(flat)
  const strange = [...flat, ...leaves].find(({ layer, isOpaqueToUs }) => isOpaqueToUs || !canBlend(layer.blendMode))
  if (strange) return `The layer "${(strange.layer.name ?? '').slice(0, 60)}" works in a way that HTML cannot show`
  if (leaves.length > most.layers) return `The design has more than ${most.layers} visible layers`
  if (areTooLarge(flat)) return 'The layers of the design are too large'
  return leaves.some(({ layer }) => boxIn(layer, size)) ? undefined : 'The design has no visible layers'
}

/** A design: its size, and the light that effects of layers share. */
type Lit = Size & { readonly globalAngle?: number | undefined }

/** A group whose layers are drawn together over nothing, with its mask. */
const groupPixels = (group: FlatLayer, size: Lit): Placed | undefined => {
  const box = boxIn(boxOfFlat(group), size)
  return box && covered(drawnTogether(group.inner ?? [], size, box), group.layer, size, group.clippedTo)
}

/** A layer with its color overlay, and its shadow; undefined if nothing of it is in the design. What is clipped to a layer has no shadow of its own. */
const drawnLayer = (one: FlatLayer, size: Lit) => {
  const { layer, clippedTo, fillOpacity } = one
  const pixels = one.inner ? groupPixels(one, size) : layerPixels(layer, size, clippedTo)
  if (!pixels) return undefined
  const { overlay, shadow } = effectsOf(layer, size.globalAngle)
  const look = clippedTo ? undefined : shadow
  return {
    pixels: faded(overlay ? overlaid(pixels, overlay, fillOpacity) : pixels, overlay ? 1 : fillOpacity),
    overlay,
    look: look ? { shadow: look } : {},
    shadow: look && shadowOf(pixels, look, size),
  }
}

/** Layers drawn as one picture of a part of the design. */
const drawnTogether = (flat: readonly FlatLayer[], size: Lit, { left, top, right, bottom }: Box): Placed => {
  const [width, height] = [right - left, bottom - top]
  const canvas = { data: new Uint8ClampedArray(width * height * 4), width, height, x: left, y: top }
  for (const one of flat) {
    const drawn = drawnLayer(one, size)
    if (drawn?.shadow) drawOver(canvas, drawn.shadow, { opacity: one.opacity })
    if (drawn) drawOver(canvas, drawn.pixels, { opacity: one.opacity, mode: one.layer.blendMode })
  }
  return canvas
}

/** Layers up to the last one that mixes with those under it, drawn as one. */
const mixed = (flat: readonly FlatLayer[], size: Lit): Placed =>
  drawnTogether(flat, size, { left: 0, top: 0, right: size.width, bottom: size.height })

const warningsOf = (flat: readonly FlatLayer[], isMixed: boolean, drawn: readonly string[]): readonly string[] => {
  const leftOut = [...new Set([...flat, ...leavesOf(flat)].flatMap(({ layer }) => effectsOf(layer).leftOut))]
  return [
    ...(isMixed ? ['Layers that mix with those under them were drawn together as one picture.'] : []),
    ...(leftOut.length > 0 ? [`Effects of layers were left out: ${leftOut.join(', ')}.`] : []),
    ...(drawn.length > 0
      ? [`Shown as a picture, as HTML cannot show this text so: ${drawn.join(', ').slice(0, 300)}.`]
      : []),
  ]
}

/** Reads the layers of a design from back to front. Each is decoded once, and let go before the next. */
export const designLayers = async (
  flat: readonly FlatLayer[],
  size: Lit,
  composite: Pixels | undefined,
  read: ReadPixels,
  ground?: string,
): Promise<DesignRead> => {
  const grid = gridOf(size, ground)
  const { width, height } = size
  const layers: DesignLayer[] = ground
    ? [{ kind: 'fill', name: 'artboard', x: 0, y: 0, width, height, opacity: 1, color: ground }]
    : []
  const pictures: PictureRead[] = []
  const drawnTexts: string[] = []
  const addImage = async (pixels: Placed, name: string, opacity: number): Promise<void> => {
    const picture = await read(pixels, name)
    pictures.push(picture)
    layers.push({ kind: 'image', name, ...boxOf(pixels), opacity, image: asImage(picture) })
  }
  const add = async (one: FlatLayer): Promise<void> => {
    const { layer, opacity, clippedTo } = one
    const box = boxIn(boxOfFlat(one), size)
    const drawn = drawnLayer(one, size)
    if (!box || !drawn || opacity === 0) return
    const { pixels, shadow, overlay, look } = drawn
    if (shadow) grid.draw(shadow, opacity)
    grid.draw(pixels, opacity)
    const name = (layer.name ?? '').slice(0, 255).toWellFormed()
    const isFaded = one.fillOpacity < 1
    const text = clippedTo || isFaded ? undefined : textLayer(layer, box, opacity)
    const fill = text ? undefined : fillOf(pixels)
    if (text) layers.push({ ...text, ...look, ...(overlay ? { color: overlaidColor(text.color, overlay) } : {}) })
    else if (fill) layers.push({ kind: 'fill', name, ...boxOf(pixels), opacity, ...fill, ...look })
    else await addImage(shadow ? withShadow(pixels, shadow) : pixels, name, opacity)
    if (layer.text && !text) drawnTexts.push(name)
    for (const { layer: leaf } of one.inner ? leavesOf(one.inner) : [])
      if (leaf.text) drawnTexts.push((leaf.name ?? '').slice(0, 255).toWellFormed())
  }
  const lastMixed = flat.findLastIndex(({ layer }) => !isNormal(layer.blendMode))
  if (lastMixed >= 0) {
    const together = mixed(flat.slice(0, lastMixed + 1), size)
    grid.draw(together, 1)
    await addImage(together, 'background', 1)
  }
  for (const one of flat.slice(lastMixed + 1)) await add(one)
  return {
    layers,
    pictures,
    warnings: warningsOf(flat, lastMixed >= 0, drawnTexts),
    difference: composite ? grid.differenceTo(composite) : 0,
  }
}
