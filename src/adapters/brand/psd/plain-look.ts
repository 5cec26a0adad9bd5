import type { DesignLayer, LayerShadow } from '../../../domain/templates/brand.ts'
import { hexOfChannels } from '../../../domain/templates/color/perceived.ts'
import { channelsOf } from './colors.ts'
import { middleOf } from './gradients.ts'
import type { Cast, Effect, LayerEffects, Line, Paint } from './layer-effects.ts'

type Look = { readonly shadow?: LayerShadow }
type TextLayer = Extract<DesignLayer, { readonly kind: 'text' }>

const shadowOf = ({ x, y, blur, color, opacity }: Cast): LayerShadow => ({ x, y, blur, color, opacity })
const isShadow = (effect: Cast | Line): effect is Cast =>
  effect.kind === 'cast' &&
  effect.range === 1 &&
  effect.choke === 0 &&
  (effect.mode === 'normal' || effect.mode === 'multiply')

/** What CSS makes of the effects around a box of one color; undefined if only a picture shows them. What is inside has been drawn. */
export const plainLook = ({ outside }: LayerEffects): Look | undefined => {
  const [first, ...others] = outside
  if (first === undefined) return {}
  return others.length === 0 && isShadow(first) ? { shadow: shadowOf(first) } : undefined
}

const nameOf = (effect: Effect): string => {
  switch (effect.kind) {
    case 'line':
      return 'strokes of text'
    case 'paint':
      return 'overlays of text'
    case 'cast':
      return 'shadows and glows of text'
  }
}

/** A color under a paint. A gradient is its color in the middle. */
const paintedOver = (hex: string, { fill, opacity }: Paint): string => {
  const to = typeof fill === 'string' ? channelsOf(fill) : middleOf(fill)
  const [red, green, blue] = channelsOf(hex).map((from, n) => from + (to[n]! - from) * opacity)
  return hexOfChannels(red!, green!, blue!)
}

/**
 * What CSS makes of the effects of a text, which stays a text, as templates set others in its place: paints change its color, and it has one shadow or
 * glow. `leftOut`: what else there is.
 */
export const textLook = (
  color: string,
  { outside, inside }: LayerEffects,
): { readonly look: Pick<TextLayer, 'color'> & Look; readonly leftOut: readonly string[] } => {
  const paints = inside.filter((effect): effect is Paint => effect.kind === 'paint' && effect.mode === 'normal')
  const cast = outside.find(effect => effect.kind === 'cast')
  const others = [...outside, ...inside].filter(effect => effect !== cast && !paints.some(paint => paint === effect))
  return {
    look: { color: paints.reduce(paintedOver, color), ...(cast ? { shadow: shadowOf(cast) } : {}) },
    leftOut: others.map(nameOf),
  }
}
