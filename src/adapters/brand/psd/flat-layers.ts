import type { BlendMode, Layer } from 'ag-psd'
import { isNormal } from './blend.ts'
import { effectsOf } from './layer-effects.ts'
import type { Box } from './layer-pixels.ts'

/** A visible layer outside its groups. `groups`: their names, the outermost first. */
export type FlatLayer = {
  readonly layer: Layer
  readonly groups: readonly string[]
  /** 0 to 1, with that of its groups. */
  readonly opacity: number
  /** The opacity of its pixels without its effects, 0 to 1. A layer without effects has it in `opacity`. */
  readonly fillOpacity: number
  /** The layer that it is clipped to. */
  readonly clippedTo?: Layer
  /** The layer is part of something that only its own program can show. */
  readonly isOpaqueToUs: boolean
  /** The layers of a group that are drawn together before the group lies over what is under it, from back to front. */
  readonly inner?: readonly FlatLayer[]
}

const mostDepth = 50
/** Groups with more layers are drawn together without a look at which of them overlap. */
const mostCompared = 100

type Outer = {
  readonly groups: readonly string[]
  readonly opacity: number
  readonly isOpaqueToUs: boolean
}

const modeOf = ({ blendMode }: Layer): BlendMode => blendMode ?? 'normal'

/** The box of a layer, or of all layers of a group. */
export const boxOfFlat = ({ layer, inner }: FlatLayer): Box => {
  if (inner === undefined) {
    const { left = 0, top = 0, right = 0, bottom = 0 } = layer
    return { left, top, right, bottom }
  }
  const boxes = inner.map(boxOfFlat).filter(({ left, top, right, bottom }) => right > left && bottom > top)
  return boxes.reduce(
    (all, box) => ({
      left: Math.min(all.left, box.left),
      top: Math.min(all.top, box.top),
      right: Math.max(all.right, box.right),
      bottom: Math.max(all.bottom, box.bottom),
    }),
    boxes[0] ?? { left: 0, top: 0, right: 0, bottom: 0 },
  )
}

const doOverlap = (flat: readonly FlatLayer[]): boolean => {
  if (flat.length > mostCompared) return true
  const boxes = flat.map(boxOfFlat)
  return boxes.some((one, n) =>
    boxes
      .slice(n + 1)
      .some(
        other => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom,
      ),
  )
}

/** Whether a group looks different when its layers are drawn one by one over what is under the group. */
const isTogether = (group: Layer, inner: readonly FlatLayer[]): boolean => {
  const isMasked = group.mask !== undefined && !group.mask.disabled
  const isolates = modeOf(group) !== 'pass through' && inner.some(({ layer }) => !isNormal(layer.blendMode))
  const isFaded = (group.opacity ?? 1) < 1 && doOverlap(inner)
  return isMasked || !isNormal(group.blendMode) || group.clipping === true || isolates || isFaded
}

const within = (layers: readonly Layer[], { groups, opacity, isOpaqueToUs }: Outer): readonly FlatLayer[] => {
  let base: Layer | undefined
  return layers.flatMap((layer): readonly FlatLayer[] => {
    if (!layer.clipping) base = layer
    // what is clipped to a hidden layer is hidden too
    if (layer.hidden || (layer.clipping && base?.hidden)) return []
    const own = opacity * (layer.opacity ?? 1)
    const isStrange = isOpaqueToUs || (layer.clipping === true && base?.children !== undefined)
    const clipped = layer.clipping && base ? { clippedTo: base } : {}
    if (layer.children === undefined) {
      const { overlay, shadow } = effectsOf(layer)
      const fill = layer.fillOpacity ?? 1
      const hasEffects = overlay !== undefined || shadow !== undefined
      return [
        {
          layer,
          groups,
          opacity: hasEffects ? own : own * fill,
          fillOpacity: hasEffects ? fill : 1,
          isOpaqueToUs: isStrange || layer.adjustment !== undefined,
          ...clipped,
        },
      ]
    }
    if (groups.length >= mostDepth) return []
    const inside = { groups: [...groups, layer.name ?? ''], isOpaqueToUs: isStrange }
    const inner = within(layer.children, { ...inside, opacity: 1 })
    if (inner.length === 0) return []
    // its fill opacity fades a group as its opacity does
    const faded = own * (layer.fillOpacity ?? 1)
    return isTogether(layer, inner)
      ? [{ layer, groups, opacity: faded, fillOpacity: 1, isOpaqueToUs: isStrange, inner, ...clipped }]
      : inner.map(one => ({ ...one, opacity: one.opacity * faded }))
  })
}

/**
 * The visible layers of a design without their groups, from back to front. A group stays one where its layers only look right together: it is faded and
 * they overlap, it has a mask or a mode, or it keeps the modes of its layers to itself.
 */
export const flatLayers = (layers: readonly Layer[]): readonly FlatLayer[] =>
  within(layers, { groups: [], opacity: 1, isOpaqueToUs: false })

/** All layers with pixels, those of groups that are drawn together too. */
export const leavesOf = (flat: readonly FlatLayer[]): readonly FlatLayer[] =>
  flat.flatMap(one => (one.inner === undefined ? [one] : leavesOf(one.inner)))
