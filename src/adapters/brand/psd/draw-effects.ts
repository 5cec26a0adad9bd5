import type { BlendMode } from 'ag-psd'
import { canvasIn, drawOver } from './blend.ts'
import { channelsOf } from './colors.ts'
import { drawGradient } from './gradients.ts'
import type { Cast, Effect, LayerEffects, Line } from './layer-effects.ts'
import { type Box, boxIn, type Placed, type Size } from './layer-pixels.ts'
import { blurred, grown, inverted, reachOf, type Shape, shapeIn } from './shapes.ts'

/** A part of a layer that lies over what is under it in its own way. */
export type Part = { readonly pixels: Placed; readonly opacity: number; readonly mode: BlendMode }

const around = ({ x, y, width, height }: Placed, margin: number): Box => ({
  left: x - margin,
  top: y - margin,
  right: x + width + margin,
  bottom: y + height + margin,
})
const movedBy = ({ left, top, right, bottom }: Box, x: number, y: number): Box => ({
  ...{ left: left + x, right: right + x },
  ...{ top: top + y, bottom: bottom + y },
})
/** Fills a shape. `box`: the part that is painted; `layer`: what a gradient ends with. */
const painted = (fill: Line['fill'], box: Box, layer: Placed, shape?: Shape, strength = 1): Placed => {
  const pixels = canvasIn(box)
  const { data, width, height } = pixels
  if (typeof fill === 'string') {
    const [red, green, blue] = channelsOf(fill)
    for (let to = 0; to < data.length; to += 4) data.set([red, green, blue, 255], to)
  } else drawGradient(data, pixels, layer, fill)
  if (!shape) return pixels
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [column, row] = [x + pixels.x - shape.x, y + pixels.y - shape.y]
      const isIn = column >= 0 && row >= 0 && column < shape.width && row < shape.height
      const cover = isIn ? shape.data[row * shape.width + column]! : 0
      data[(y * width + x) * 4 + 3] = (data[(y * width + x) * 4 + 3]! * Math.min(255, cover * strength)) / 255
    }
  return pixels
}

/** Softens a shape as a shadow or a glow is: it grows by a share of the blur, and the rest is soft. */
const softened = (shape: Shape, { blur, choke }: Cast, beyond: number): Shape =>
  blurred(grown(shape, blur * choke), blur * (1 - choke), beyond)

/** An effect around a layer, under the layer's shape too; undefined if nothing of it is in the design. */
const outsideOf = (layer: Placed, effect: Cast | Line, size: Size): Placed | undefined => {
  if (effect.kind === 'line') {
    const box = boxIn(around(layer, Math.ceil(effect.width) + 1), size)
    return box && painted(effect.fill, box, layer, grown(shapeIn(layer, box), effect.width))
  }
  const [x, y] = [Math.round(effect.x), Math.round(effect.y)]
  const margin = reachOf(effect.blur) + Math.ceil(effect.blur * effect.choke) + 1
  const box = boxIn(movedBy(around(layer, margin), x, y), size)
  if (!box) return undefined
  // the shape is moved back, so that what of it is beyond the design still casts a shadow
  const cast = softened(shapeIn(layer, movedBy(around(layer, margin), 0, 0)), effect, 0)
  return painted(effect.color, box, layer, { ...cast, x: cast.x + x, y: cast.y + y }, 1 / effect.range)
}

/** An effect over a layer, beyond the layer's shape too. */
const insideOf = (layer: Placed, effect: Effect): Placed => {
  const box = around(layer, 0)
  switch (effect.kind) {
    case 'paint':
      return painted(effect.fill, box, layer)
    case 'line':
      return painted(effect.fill, box, layer, grown(inverted(shapeIn(layer, around(layer, 1))), effect.width))
    case 'cast': {
      const reach = reachOf(effect.blur) + 1
      // further than this, all of the layer is covered
      const within = (by: number, length: number) => Math.max(-length - reach, Math.min(length + reach, Math.round(by)))
      const [x, y] = [within(effect.x, layer.width), within(effect.y, layer.height)]
      const { left, top, right, bottom } = around(layer, reach)
      const room = {
        ...{ left: left - Math.max(0, x), right: right + Math.max(0, -x) },
        ...{ top: top - Math.max(0, y), bottom: bottom + Math.max(0, -y) },
      }
      const cast = softened(inverted(shapeIn(layer, room)), effect, 255)
      const shape = { ...(effect.isCentered ? inverted(cast) : cast), x: cast.x + x, y: cast.y + y }
      return painted(effect.color, box, layer, shape, 1 / effect.range)
    }
  }
}

/** Leaves of a picture what is not under a layer. */
const besides = (pixels: Placed, layer: Placed): Placed => {
  const { data, width, height } = shapeIn(layer, around(pixels, 0))
  for (let place = 0; place < width * height; place++)
    pixels.data[place * 4 + 3] = (pixels.data[place * 4 + 3]! * (255 - data[place]!)) / 255
  return pixels
}

/** The effects around a layer, which are not seen through it. */
export const drawnOutside = (layer: Placed, { outside }: LayerEffects, size: Size): readonly Part[] =>
  outside.flatMap(effect => {
    const pixels = outsideOf(layer, effect, size)
    return pixels ? [{ pixels: besides(pixels, layer), opacity: effect.opacity, mode: effect.mode }] : []
  })

/** A layer with all that lies within its shape: what is clipped to it, and effects. `fill`: the opacity of the layer without them. */
export const filledWith = (layer: Placed, fill: number, clipped: readonly Part[], { inside }: LayerEffects): Placed => {
  if (fill === 1 && clipped.length === 0 && inside.length === 0) return layer
  const canvas = { ...layer, data: new Uint8ClampedArray(layer.data) }
  const { data } = canvas
  for (let at = 3; at < data.length; at += 4) data[at] = 255 * fill
  for (const { pixels, ...how } of clipped) drawOver(canvas, pixels, how)
  for (const effect of inside) drawOver(canvas, insideOf(layer, effect), effect)
  for (let at = 3; at < data.length; at += 4) data[at] = (data[at]! * layer.data[at]!) / 255
  return canvas
}

/** A layer and what is around it as one picture: they share the pixels of its edges. */
export const asOne = (layer: Placed, parts: readonly Part[]): Placed => {
  if (parts.length === 0) return layer
  const boxes = [layer, ...parts.map(({ pixels }) => pixels)].map(one => around(one, 0))
  const canvas = canvasIn({
    left: Math.min(...boxes.map(({ left }) => left)),
    top: Math.min(...boxes.map(({ top }) => top)),
    right: Math.max(...boxes.map(({ right }) => right)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  })
  for (const { pixels, opacity } of parts) drawOver(canvas, pixels, { opacity })
  for (let y = 0; y < layer.height; y++)
    for (let x = 0; x < layer.width; x++) {
      const from = (y * layer.width + x) * 4
      const to = ((y + layer.y - canvas.y) * canvas.width + x + layer.x - canvas.x) * 4
      const [over, under] = [layer.data[from + 3]!, canvas.data[to + 3]!]
      const both = over + under
      if (over === 0) continue
      for (let channel = 0; channel < 3; channel++)
        canvas.data[to + channel] = (layer.data[from + channel]! * over + canvas.data[to + channel]! * under) / both
      canvas.data[to + 3] = both
    }
  return canvas
}
