import { drawOver } from './blend.ts'
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

/** A group whose layers are drawn together over nothing, with its mask. */
const groupPixels = (group: FlatLayer, size: Lit): Placed | undefined => {
  const box = boxIn(boxOfFlat(group), size)
  return box && covered(drawnTogether(group.inner ?? [], size, box), group.layer, size, group.clippedTo)
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

/**
 * A layer as Photoshop draws it: what is clipped to it and its inner effects within its shape, the others around it; undefined if nothing of it is in the
 * design. Its opacity is not applied.
 */
export const drawnLayer = (one: FlatLayer, size: Lit): DrawnLayer | undefined => {
  const { layer, clippedTo, fillOpacity, clipped = [] } = one
  const pixels = one.inner ? groupPixels(one, size) : layerPixels(layer, size, clippedTo)
  if (!pixels) return undefined
  const all = effectsOf(layer, size.globalAngle)
  const effects = clippedTo ? { ...all, outside: [] } : all
  const within = clipped.flatMap(inner => partsOf(inner, size))
  const body = filledWith(pixels, fillOpacity, within, effects)
  const outside = drawnOutside(pixels, effects, size)
  return { body, outside, effects, picture: () => asOne(body, outside) }
}

/** Layers drawn as one picture of a part of the design. */
export const drawnTogether = (flat: readonly FlatLayer[], size: Lit, { left, top, right, bottom }: Box): Placed => {
  const [width, height] = [right - left, bottom - top]
  const canvas = { data: new Uint8ClampedArray(width * height * 4), width, height, x: left, y: top }
  for (const one of flat) for (const { pixels, ...how } of partsOf(one, size)) drawOver(canvas, pixels, how)
  return canvas
}
