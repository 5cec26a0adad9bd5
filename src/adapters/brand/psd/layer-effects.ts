import type {
  BlendMode,
  Layer,
  LayerEffectGradientOverlay,
  LayerEffectInnerGlow,
  LayerEffectShadow,
  LayerEffectSolidFill,
  LayerEffectStroke,
  LayerEffectsInfo,
  LayerEffectsOuterGlow,
} from 'ag-psd'
import { canBlend, isNormal } from './blend-modes.ts'
import { hexOfColor } from './colors.ts'
import { type Gradient, gradientOf } from './gradients.ts'
import type { Box } from './layer-pixels.ts'

type Drawn = { readonly opacity: number; readonly mode: BlendMode }
/**
 * A soft copy of the shape of a layer, or of what is around it. `x`, `y`, `blur`: pixels. `choke`: the share of `blur` that the shape grows by instead.
 * `range`: what of the blur is the way from full to clear; less than 1 is stronger.
 */
export type Cast = Drawn & {
  readonly kind: 'cast'
  readonly x: number
  readonly y: number
  readonly blur: number
  readonly choke: number
  readonly range: number
  readonly color: string
  /** Inside: light that comes from the middle, not from the edges. */
  readonly isCentered: boolean
}
export type Paint = Drawn & { readonly kind: 'paint'; readonly fill: string | Gradient }
/** A line of `width` pixels along the edge of a layer, on one side of it. */
export type Line = Drawn & { readonly kind: 'line'; readonly width: number; readonly fill: string | Gradient }
/** What the effects of a layer make of it, each in the order in which it is drawn; `leftOut`: those that are not understood. */
export type LayerEffects = {
  /** Around the layer, never under it. */
  readonly outside: readonly (Cast | Line)[]
  /** Over the layer, within its shape. */
  readonly inside: readonly (Cast | Paint | Line)[]
  readonly leftOut: readonly string[]
}
export type Effect = Cast | Paint | Line

/** Pixels, Photoshop's own bounds; and effects of a kind, of which it has ten. */
const most = { size: 250, distance: 30_000, ofKind: 10 }

/** What people call the effects that are left out. */
const others: readonly (readonly [keyof LayerEffectsInfo, string])[] = [
  ['bevel', 'bevels'],
  ['satin', 'satin'],
  ['patternOverlay', 'pattern overlays'],
]

type Switched = { readonly enabled?: boolean; readonly present?: boolean }
const isOn = ({ enabled, present }: Switched): boolean => enabled !== false && present !== false
const switchedOn = <A extends Switched>(effects: A | readonly A[] | undefined): readonly A[] =>
  [effects ?? []]
    .flat()
    .filter((effect): effect is A => isOn(effect as A))
    .slice(0, most.ofKind)

const share = (n: number | undefined, otherwise = 1): number =>
  n !== undefined && Number.isFinite(n) ? Math.min(1, Math.max(0, n)) : otherwise
const pixels = (n: number | undefined, limit: number): number =>
  n !== undefined && Number.isFinite(n) ? Math.min(limit, Math.max(0, n)) : 0
const rounded = (n: number): number => Math.round(n * 10) / 10

type Look = { readonly opacity?: number; readonly blendMode?: string }
/** A black that multiplies and a white that screens are colors that cover. */
const drawnWith = ({ opacity, blendMode }: Look, usual: BlendMode, color?: string): Drawn => {
  const mode = (blendMode ?? usual) as BlendMode
  const covers = (mode === 'multiply' && color === '#000000') || (mode === 'screen' && color === '#ffffff')
  return { opacity: share(opacity), mode: covers || isNormal(mode) || !canBlend(mode) ? 'normal' : mode }
}

const shadowOf = (effect: LayerEffectShadow, globalAngle: number | undefined): Cast => {
  const { angle = 120, distance, size, useGlobalLight, choke } = effect
  const from = (((useGlobalLight ? globalAngle : undefined) ?? angle) * Math.PI) / 180
  const length = pixels(distance?.value, most.distance)
  const color = hexOfColor(effect.color)
  return {
    ...{ kind: 'cast', color, range: 1, isCentered: false, ...drawnWith(effect, 'multiply', color) },
    ...{ x: rounded(-Math.cos(from) * length), y: rounded(Math.sin(from) * length) },
    blur: rounded(pixels(size?.value, most.size)),
    choke: pixels(choke?.value, 100) / 100,
  }
}
const glowOf = (effect: LayerEffectsOuterGlow | LayerEffectInnerGlow): Cast => {
  const color = hexOfColor(effect.color)
  return {
    ...{
      kind: 'cast',
      color,
      x: 0,
      y: 0,
      isCentered: effect.source === 'center',
      ...drawnWith(effect, 'screen', color),
    },
    range: Math.max(0.01, share(effect.range, 0.5)),
    blur: rounded(pixels(effect.size?.value, most.size)),
    choke: pixels(effect.choke?.value, 100) / 100,
  }
}
const overlayOf = (effect: LayerEffectSolidFill): Paint => {
  const fill = hexOfColor(effect.color)
  return { kind: 'paint', fill, ...drawnWith(effect, 'normal', fill) }
}
const gradientPaintOf = (effect: LayerEffectGradientOverlay): readonly Paint[] => {
  const fill = gradientOf(effect)
  return fill ? [{ kind: 'paint', fill, ...drawnWith(effect, 'normal') }] : []
}
/** A centered stroke is half outside and half inside. */
const linesOf = (
  effect: LayerEffectStroke,
): { readonly outside: readonly Line[]; readonly inside: readonly Line[] } => {
  const { position = 'outside', size, fillType = 'color', gradient } = effect
  const fill =
    fillType === 'color'
      ? hexOfColor(effect.color)
      : gradient && gradientOf({ ...gradient, gradient, type: gradient.style })
  if (fill === undefined) return { outside: [], inside: [] }
  const whole = pixels(size?.value, most.size)
  const line = (width: number): Line => ({ kind: 'line', width, fill, ...drawnWith(effect, 'normal') })
  switch (position) {
    case 'outside':
      return { outside: [line(whole)], inside: [] }
    case 'inside':
      return { outside: [], inside: [line(whole)] }
    case 'center':
      return { outside: [line(whole / 2)], inside: [line(whole / 2)] }
  }
}

/** About the box that an effect of a layer is drawn in. */
export const reachedBy = (effect: Effect, { left, top, right, bottom }: Box): Box => {
  const by = effect.kind === 'cast' ? 2 * effect.blur : effect.kind === 'line' ? effect.width : 0
  return { left: left - by, top: top - by, right: right + by, bottom: bottom + by }
}

const none: LayerEffects = { outside: [], inside: [], leftOut: [] }

/** The effects of a layer (TEMPLATE-16). `globalAngle`: degrees of the light that layers share. */
export const effectsOf = ({ effects }: Layer, globalAngle?: number): LayerEffects => {
  if (effects === undefined || effects.disabled) return none
  const gradients = switchedOn(effects.gradientOverlay)
  const [outerGlows, innerGlows] = [switchedOn(effects.outerGlow), switchedOn(effects.innerGlow)]
  const hasColor = ({ color }: LayerEffectsOuterGlow | LayerEffectInnerGlow) => color !== undefined
  const lines = switchedOn(effects.stroke).map(linesOf).toReversed()
  const isUnknownStroke = lines.some(({ outside, inside }) => outside.length + inside.length === 0)
  // the first of a kind lies on top of the others
  const topLast = <A, B>(all: readonly A[], made: (one: A) => B): readonly B[] => all.map(made).toReversed()
  return {
    outside: [
      ...topLast(switchedOn(effects.dropShadow), one => shadowOf(one, globalAngle)),
      ...topLast(outerGlows.filter(hasColor), glowOf),
      ...lines.flatMap(({ outside }) => outside),
    ],
    inside: [
      ...topLast(gradients, gradientPaintOf).flat(),
      ...topLast(switchedOn(effects.solidFill), overlayOf),
      ...topLast(innerGlows.filter(hasColor), glowOf),
      ...topLast(switchedOn(effects.innerShadow), one => shadowOf(one, globalAngle)),
      ...lines.flatMap(({ inside }) => inside),
    ],
    leftOut: [
      ...(isUnknownStroke ? ['strokes of patterns'] : []),
      ...(gradients.some(one => gradientOf(one) === undefined) ? ['gradient overlays of noise'] : []),
      ...([...outerGlows, ...innerGlows].every(hasColor) ? [] : ['glows of gradients']),
      ...others.flatMap(([effect, name]) =>
        switchedOn(effects[effect] as Switched | readonly Switched[]).length > 0 ? [name] : [],
      ),
    ],
  }
}
