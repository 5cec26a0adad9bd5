import type { BrandImage, DesignLayer } from '../../../domain/templates/brand.ts'
import type { Pixels } from '../pictures/palette.ts'
import type { PictureRead } from '../pictures/read-picture.ts'
import { canBlend, isNormal } from './blend-modes.ts'
import { type DrawnLayer, drawnLayer, drawnTogether, inDesign, type Lit } from './draw-layer.ts'
import { fillOf } from './fill-of.ts'
import { boxOfFlat, drawnOf, type FlatLayer, leavesOf } from './flat-layers.ts'
import { effectsOf, reachedBy } from './layer-effects.ts'
import { type Box, boxIn, type Placed, type Size } from './layer-pixels.ts'
import { likenessOf } from './likeness.ts'
import { plainLook, textLook } from './plain-look.ts'
import { textLayer } from './text-layer.ts'

/** What is read of a design at most: layers, those of all artboards, pixels of one layer, and of all. */
const most = { layers: 200, layersOfArtboards: 600, layerPixels: 50_000_000, pixels: 250_000_000 }

export type ReadPixels = (pixels: Pixels, name: string) => Promise<PictureRead>
export type DesignRead = {
  readonly layers: readonly DesignLayer[]
  readonly pictures: readonly PictureRead[]
  readonly warnings: readonly string[]
  /** The names of layers that look different from the composite of the file. */
  readonly different: readonly string[]
}

const asImage = ({ image }: PictureRead): BrandImage => ({ ...image, role: 'picture' })

const boxOf = ({ x, y, width, height }: Placed) => ({ x, y, width, height })

const areaOf = ({ left = 0, top = 0, right = 0, bottom = 0 }: Partial<Box> = {}): number =>
  Math.max(0, right - left) * Math.max(0, bottom - top)

/** Whether decoding the layers, of all artboards together, would cost too much. */
export const areTooLarge = (flat: readonly FlatLayer[]): boolean => {
  if (leavesOf(flat).length > most.layersOfArtboards) return true
  const areas = drawnOf(flat).flatMap(one => {
    const { outside, inside } = effectsOf(one.layer)
    const box = boxOfFlat(one)
    const ofEffects = [...outside, ...inside].map(effect => areaOf(reachedBy(effect, box)))
    return [areaOf(box), ...ofEffects, areaOf(one.clippedTo), areaOf(one.layer.mask)]
  })
  return areas.some(area => area > most.layerPixels) || areas.reduce((sum, area) => sum + area, 0) > most.pixels
}

/** Why a design can only be shown as one picture; undefined if its layers can be told apart. */
export const whyOnePicture = (flat: readonly FlatLayer[], size: Size): string | undefined => {
  const leaves = leavesOf(flat)
  const strange = drawnOf(flat).find(({ layer, isOpaqueToUs }) => isOpaqueToUs || !canBlend(layer.blendMode))
  if (strange) return `The layer "${(strange.layer.name ?? '').slice(0, 60)}" works in a way that HTML cannot show`
  if (leaves.length > most.layers) return `The design has more than ${most.layers} visible layers`
  if (areTooLarge(flat)) return 'The layers of the design are too large'
  return leaves.some(({ layer }) => boxIn(layer, size)) ? undefined : 'The design has no visible layers'
}

const nameOf = ({ layer: { name = '' } }: FlatLayer): string => name.slice(0, 255).toWellFormed()

type Said = { readonly isMixed: boolean; readonly drawnTexts: readonly string[]; readonly leftOut: readonly string[] }
const warningsOf = (flat: readonly FlatLayer[], { isMixed, drawnTexts, leftOut }: Said): readonly string[] => {
  const notDrawn = [...new Set([...drawnOf(flat).flatMap(({ layer }) => effectsOf(layer).leftOut), ...leftOut])]
  return [
    ...(isMixed ? ['Layers that mix with those under them were drawn together as one picture.'] : []),
    ...(notDrawn.length > 0 ? [`Effects of layers were left out: ${notDrawn.join(', ')}.`] : []),
    ...(drawnTexts.length > 0
      ? [`Shown as a picture, as HTML cannot show this text so: ${drawnTexts.join(', ').slice(0, 300)}.`]
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
  const likeness = likenessOf(size, ground)
  const { width, height } = size
  const layers: DesignLayer[] = ground
    ? [{ kind: 'fill', name: 'artboard', x: 0, y: 0, width, height, opacity: 1, color: ground }]
    : []
  const pictures: PictureRead[] = []
  const [drawnTexts, leftOut]: [string[], string[]] = [[], []]
  const addImage = async (pixels: Placed, name: string, opacity: number): Promise<void> => {
    const picture = await read(pixels, name)
    pictures.push(picture)
    layers.push({ kind: 'image', name, ...boxOf(pixels), opacity, image: asImage(picture) })
  }
  /** A layer as a text or a fill; undefined if only a picture shows it. */
  const asHtml = (one: FlatLayer, { body: whole, effects }: DrawnLayer): DesignLayer | undefined => {
    const { layer, opacity, clippedTo, fillOpacity, inner, clipped } = one
    const box = boxIn(boxOfFlat(one), size)
    const isPlain = box && !inner && !clipped && !clippedTo && fillOpacity === 1
    const text = isPlain ? textLayer(layer, box, opacity) : undefined
    if (text) {
      const { look, leftOut: lost } = textLook(text.color, effects)
      leftOut.push(...lost)
      return { ...text, ...look }
    }
    const [look, body] = [plainLook(effects), inDesign(whole, size)]
    const fill = look && body && fillOf(body)
    return fill && { kind: 'fill', name: nameOf(one), ...boxOf(body), opacity, ...fill, ...look }
  }
  const add = async (one: FlatLayer): Promise<void> => {
    const drawn = one.opacity === 0 ? undefined : drawnLayer(one, size)
    const picture = drawn && inDesign(drawn.picture(), size)
    if (!picture) return
    const name = nameOf(one)
    likeness.draw(picture, { opacity: one.opacity, name, isText: one.layer.text !== undefined })
    const html = asHtml(one, drawn)
    if (html) layers.push(html)
    else await addImage(picture, name, one.opacity)
    for (const leaf of leavesOf([one])) if (leaf.layer.text && html?.kind !== 'text') drawnTexts.push(nameOf(leaf))
  }
  const lastMixed = flat.findLastIndex(({ layer }) => !isNormal(layer.blendMode))
  if (lastMixed >= 0) {
    const together = drawnTogether(flat.slice(0, lastMixed + 1), size, {
      left: 0,
      top: 0,
      right: width,
      bottom: height,
    })
    likeness.draw(together, { opacity: 1, name: 'background' })
    await addImage(together, 'background', 1)
  }
  for (const one of flat.slice(lastMixed + 1)) await add(one)
  return {
    layers,
    pictures,
    warnings: warningsOf(flat, { isMixed: lastMixed >= 0, drawnTexts, leftOut }),
    different: composite ? likeness.differentFrom(composite) : [],
  }
}
