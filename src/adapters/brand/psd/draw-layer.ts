import { canvasIn, cropped, drawOver } from './blend.ts'
import { isNormal } from './blend-modes.ts'
import { asOne, drawnOutside, filledWith, type Part } from './draw-effects.ts'
import { boxOfFlat, type FlatLayer } from './flat-layers.ts'
import { effectsOf, type LayerEffects } from './layer-effects.ts'
import { type Box, boxIn, covered, layerPixels, type Placed, type Size } from './layer-pixels.ts'

/** A design: its size, and the light that effects of layers share. */
export type Lit = Size & { readonly globalAngle?: number | undefined }
/** A layer with what is within its shape, and what lies around it. */
export type DrawnLayer = {
  readonly body: Placed
  readonly outside: readonly Part[]
  readonly effects: LayerEffects
  /** All of it as one picture that covers what is under it. */
  readonly picture: () => Placed
}

const partsOf = (one: FlatLayer, size: Lit): readonly Part[] => {
  const drawn = drawnLayer(one, size)
  if (!drawn) return []
  const { body, outside } = drawn
  const mode = one.layer.blendMode ?? 'normal'
  const areNormal = [mode, ...outside.map(part => part.mode)].every(isNormal)
  if (areNormal) return [{ pixels: drawn.picture(), opacity: one.opacity, mode: 'normal' }]
  return [
    ...outside.map(part => ({ ...part, opacity: part.opacity * one.opacity })),
    { pixels: body, opacity: one.opacity, mode },
  ]
}

const edgesOf = ({ x, y, width, height }: Placed): Box => ({ left: x, top: y, right: x + width, bottom: y + height })
/** What of a drawn layer is in the design. */
export const inDesign = (layer: Placed, size: Size): Placed | undefined => {
  const box = boxIn(edgesOf(layer), size)
  return (
    box && (box.right - box.left < layer.width || box.bottom - box.top < layer.height ? cropped(layer, box) : layer)
  )
}

/**
 * A layer as Photoshop draws it: what is clipped to it and its inner effects within its shape, the others around it, also beyond the
 * design; undefined if it is empty. Its opacity is not applied.
 */
export const drawnLayer = (one: FlatLayer, size: Lit): DrawnLayer | undefined => {
  const { layer, clippedTo, fillOpacity, clipped = [] } = one
  const group = one.inner && drawnTogether(one.inner, size, boxOfFlat(one))
  const pixels = group ? covered(group, layer, clippedTo) : layerPixels(layer, clippedTo)
  if (!pixels) return undefined
  const all = effectsOf(layer, size.globalAngle)
  const effects = clippedTo ? { ...all, outside: [] } : all
  const within = clipped.flatMap(inner => partsOf(inner, size))
  const body = filledWith(pixels, fillOpacity, within, effects)
  const outside = drawnOutside(pixels, effects, size)
  return { body, outside, effects, picture: () => asOne(body, outside) }
}

/** Layers drawn as one picture of a part of the design. */
export const drawnTogether = (flat: readonly FlatLayer[], size: Lit, box: Box): Placed => {
  const canvas = canvasIn(box)
  for (const one of flat) for (const { pixels, ...how } of partsOf(one, size)) drawOver(canvas, pixels, how)
  return canvas
}
