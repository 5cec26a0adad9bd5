import type { BrandImage, DesignLayer } from '../../../domain/templates/brand.ts'
import type { Pixels } from '../pictures/palette.ts'
import type { PictureRead } from '../pictures/read-picture.ts'
import { canBlend, drawOver, isNormal } from './blend.ts'
import { fillOf } from './fill-of.ts'
import type { FlatLayer } from './flat-layers.ts'
import { type Box, boxIn, layerPixels, type Placed, type Size } from './layer-pixels.ts'
import { gridOf } from './likeness.ts'
import { textLayer } from './text-layer.ts'

/** What is read of a design at most: layers, pixels of one of them, and of all. */
const most = { layers: 200, layerPixels: 50_000_000, pixels: 250_000_000 }

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

/** Why a design can only be shown as one picture; undefined if its layers can be told apart. */
export const whyOnePicture = (flat: readonly FlatLayer[], size: Size): string | undefined => {
  const strange = flat.find(({ layer, isOpaqueToUs }) => isOpaqueToUs || !canBlend(layer.blendMode))
  if (strange) return `The layer "${(strange.layer.name ?? '').slice(0, 60)}" works in a way that HTML cannot show`
  if (flat.length > most.layers) return `The design has more than ${most.layers} visible layers`
  const areas = flat.flatMap(({ layer, clippedTo }) => [layer, clippedTo, layer.mask]).map(areaOf)
  if (areas.some(area => area > most.layerPixels) || areas.reduce((sum, area) => sum + area, 0) > most.pixels)
    return 'The layers of the design are too large'
  return flat.some(({ layer }) => boxIn(layer, size)) ? undefined : 'The design has no visible layers'
}

/** Layers up to the last one that mixes with those under it, drawn as one. */
const mixed = (flat: readonly FlatLayer[], { width, height }: Size): Placed => {
  const canvas = { data: new Uint8ClampedArray(width * height * 4), width, height }
  for (const { layer, opacity, clippedTo } of flat) {
    const pixels = layerPixels(layer, canvas, clippedTo)
    if (pixels) drawOver(canvas, pixels, { opacity, mode: layer.blendMode })
  }
  return { ...canvas, x: 0, y: 0 }
}

const warningsOf = (flat: readonly FlatLayer[], isMixed: boolean, drawn: readonly string[]): readonly string[] => {
  const hasEffects = flat.some(({ layer }) => layer.effects !== undefined && !layer.effects.disabled)
  return [
    ...(isMixed ? ['Layers that mix with those under them were drawn together as one picture.'] : []),
    ...(hasEffects ? ['Effects of layers, such as shadows, were left out.'] : []),
    ...(drawn.length > 0
      ? [`Shown as a picture, as HTML cannot show this text so: ${drawn.join(', ').slice(0, 300)}.`]
      : []),
  ]
}

/** Reads the layers of a design from back to front. Each is decoded once, and let go before the next. */
export const designLayers = async (
  flat: readonly FlatLayer[],
  size: Size,
  composite: Pixels | undefined,
  read: ReadPixels,
): Promise<DesignRead> => {
  const grid = gridOf(size)
  const layers: DesignLayer[] = []
  const pictures: PictureRead[] = []
  const drawnTexts: string[] = []
  const addImage = async (pixels: Placed, name: string, opacity: number): Promise<void> => {
    const picture = await read(pixels, name)
    pictures.push(picture)
    layers.push({ kind: 'image', name, ...boxOf(pixels), opacity, image: asImage(picture) })
  }
  const add = async ({ layer, opacity, clippedTo }: FlatLayer): Promise<void> => {
    const box = boxIn(layer, size)
    const pixels = layerPixels(layer, size, clippedTo)
    if (!box || !pixels || opacity === 0) return
    grid.draw(pixels, opacity)
    const name = (layer.name ?? '').slice(0, 255).toWellFormed()
    const text = clippedTo ? undefined : textLayer(layer, box, opacity)
    const fill = text ? undefined : fillOf(pixels)
    if (text) layers.push(text)
    else if (fill) layers.push({ kind: 'fill', name, ...boxOf(pixels), opacity, ...fill })
    else await addImage(pixels, name, opacity)
    if (layer.text && !text) drawnTexts.push(name)
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
