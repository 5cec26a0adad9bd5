import type { BlendMode, Layer, LayerEffectShadow, LayerEffectSolidFill, LayerEffectsInfo } from 'ag-psd'
import type { LayerShadow } from '../../../domain/templates/brand.ts'
import { hexOfColor } from './text-layer.ts'

/** A color over all of a layer. `opacity`: 0 to 1. */
export type Overlay = { readonly color: string; readonly opacity: number }
/** What the effects of a layer make of it; `leftOut`: those that are not understood. */
export type LayerEffects = {
  readonly overlay?: Overlay
  readonly shadow?: LayerShadow
  readonly leftOut: readonly string[]
}

/** Pixels: Photoshop's own bounds. */
const most = { size: 250, distance: 30_000 }

/** What people call the effects that are left out. */
const others: readonly (readonly [keyof LayerEffectsInfo, string])[] = [
  ['stroke', 'strokes'],
  ['innerShadow', 'inner shadows'],
  ['outerGlow', 'glows'],
  ['innerGlow', 'glows'],
  ['bevel', 'bevels'],
  ['satin', 'satin'],
  ['gradientOverlay', 'gradient overlays'],
  ['patternOverlay', 'pattern overlays'],
]

type Switched = { readonly enabled?: boolean; readonly present?: boolean }
const isOn = ({ enabled, present }: Switched): boolean => enabled !== false && present !== false
const isAnyOn = (effect: unknown): boolean => {
  if (Array.isArray(effect)) return effect.some(isAnyOn)
  return typeof effect === 'object' && effect !== null && isOn(effect)
}
const isOneOf = (mode: BlendMode = 'normal', ...modes: readonly BlendMode[]): boolean => modes.includes(mode)

const share = (n: number | undefined): number => Math.min(1, Math.max(0, Number.isFinite(n) ? (n ?? 1) : 1))
const pixels = (n: number | undefined, limit: number): number =>
  n !== undefined && Number.isFinite(n) ? Math.min(limit, Math.max(0, n)) : 0
const rounded = (n: number): number => Math.round(n * 10) / 10

const shadowOf = (
  { angle = 120, distance, size, color, opacity, useGlobalLight }: LayerEffectShadow,
  globalAngle: number | undefined,
): LayerShadow => {
  const from = (((useGlobalLight ? globalAngle : undefined) ?? angle) * Math.PI) / 180
  const length = pixels(distance?.value, most.distance)
  return {
    x: rounded(-Math.cos(from) * length),
    y: rounded(Math.sin(from) * length),
    blur: rounded(pixels(size?.value, most.size)),
    color: hexOfColor(color),
    opacity: share(opacity),
  }
}

/**
 * The color overlay and the drop shadow of a layer (TEMPLATE-16). A shadow that multiplies is shown as one that covers, which is the same for black.
 * `globalAngle`: degrees of the light that layers share.
 */
export const effectsOf = ({ effects }: Layer, globalAngle?: number): LayerEffects => {
  if (effects === undefined || effects.disabled) return { leftOut: [] }
  const [overlay, ...overlays] = (effects.solidFill ?? []).filter(isOn)
  const [shadow, ...shadows] = (effects.dropShadow ?? []).filter(isOn)
  const canOverlay = overlay !== undefined && isOneOf(overlay.blendMode, 'normal')
  const canShadow = shadow !== undefined && isOneOf(shadow.blendMode, 'normal', 'multiply')
  return {
    ...(canOverlay ? { overlay: overlayOf(overlay) } : {}),
    ...(canShadow ? { shadow: shadowOf(shadow, globalAngle) } : {}),
    leftOut: [
      ...((overlay && !canOverlay) || overlays.length > 0 ? ['color overlays'] : []),
      ...((shadow && !canShadow) || shadows.length > 0 ? ['shadows'] : []),
      ...others.flatMap(([effect, name]) => (isAnyOn(effects[effect]) ? [name] : [])),
    ],
  }
}

const overlayOf = ({ color, opacity }: LayerEffectSolidFill): Overlay => ({
  color: hexOfColor(color),
  opacity: share(opacity),
})
