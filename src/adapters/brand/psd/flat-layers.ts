import type { BlendMode, Layer } from 'ag-psd'
import { isNormal } from './blend-modes.ts'
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
  /** The layers that are clipped to it and only look right together with it, from back to front. */
  readonly clipped?: readonly FlatLayer[]
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

const hasEffects = (layer: Layer): boolean => {
  const { outside, inside } = effectsOf(layer)
  return outside.length + inside.length > 0
}
const opacityOf = ({ opacity = 1, fillOpacity = 1 }: Layer): number => opacity * fillOpacity

/** Whether a group looks different when its layers are drawn one by one over what is under the group. */
const isTogether = (group: Layer, inner: readonly FlatLayer[]): boolean => {
  const isMasked = group.mask !== undefined && !group.mask.disabled
  const isolates = modeOf(group) !== 'pass through' && inner.some(({ layer }) => !isNormal(layer.blendMode))
  const isFaded = opacityOf(group) < 1 && doOverlap(inner)
  return isMasked || !isNormal(group.blendMode) || group.clipping === true || isolates || isFaded || hasEffects(group)
}

/** Whether layers that are clipped to another look different when each is drawn by itself over it. */
const areInside = (base: Layer, clipped: readonly Layer[]): boolean =>
  base.children !== undefined ||
  !isNormal(base.blendMode) ||
  opacityOf(base) < 1 ||
  effectsOf(base).inside.length > 0 ||
  clipped.some(layer => !isNormal(layer.blendMode) || effectsOf(layer).outside.length > 0)

/** A layer or group, and the layers that are clipped to it. `isBase`: others are clipped to it, so that it stays whole. */
const oneOf = (layer: Layer, outer: Outer, isBase: boolean): readonly FlatLayer[] => {
  const { groups, opacity, isOpaqueToUs } = outer
  const own = opacity * (layer.opacity ?? 1)
  const fill = layer.fillOpacity ?? 1
  const isSplit = isBase || hasEffects(layer)
  const drawn = { layer, groups, opacity: isSplit ? own : own * fill, fillOpacity: isSplit ? fill : 1 }
  if (layer.children === undefined) return [{ ...drawn, isOpaqueToUs: isOpaqueToUs || layer.adjustment !== undefined }]
  if (groups.length >= mostDepth) return []
  const inner = within(layer.children, { groups: [...groups, layer.name ?? ''], isOpaqueToUs, opacity: 1 })
  if (inner.length === 0) return []
  return isBase || isTogether(layer, inner)
    ? [{ ...drawn, isOpaqueToUs, inner }]
    : inner.map(one => ({ ...one, opacity: one.opacity * own * fill }))
}

const within = (layers: readonly Layer[], outer: Outer): readonly FlatLayer[] => {
  const runs: (readonly [Layer, Layer[]])[] = []
  for (const layer of layers) {
    const run = runs.at(-1)
    if (layer.clipping && run) run[1].push(layer)
    else runs.push([layer, []])
  }
  // what is clipped to a hidden layer is hidden too
  return runs
    .filter(([base]) => !base.hidden)
    .flatMap(([base, all]) => {
      const visible = all.filter(({ hidden }) => !hidden)
      if (visible.length > 0 && areInside(base, visible)) {
        const clipped = visible.flatMap(layer => oneOf(layer, { ...outer, opacity: 1 }, false))
        return oneOf(base, outer, true).map(one => ({ ...one, clipped }))
      }
      const beside = visible.flatMap(layer => oneOf(layer, outer, false).map(one => ({ ...one, clippedTo: base })))
      return [...oneOf(base, outer, false), ...beside]
    })
}

/**
 * The visible layers of a design without their groups, from back to front. A group stays one where its layers only look right together: it is faded and
 * they overlap, it has a mask, a mode or effects, or it keeps the modes of its layers to itself; so does a layer to which others are clipped.
 */
export const flatLayers = (layers: readonly Layer[]): readonly FlatLayer[] =>
  within(layers, { groups: [], opacity: 1, isOpaqueToUs: false })

/** A layer, or the layers of a group that are drawn together, and what is clipped to it. */
const partsOf = ({ inner = [], clipped = [] }: FlatLayer): readonly FlatLayer[] => [...inner, ...clipped]
/** The layers and the groups that are drawn together, at any depth: each of them takes a picture of its box. */
export const drawnOf = (flat: readonly FlatLayer[]): readonly FlatLayer[] =>
  flat.flatMap(one => [one, ...drawnOf(partsOf(one))])
/** All layers with pixels, those of groups that are drawn together too. */
export const leavesOf = (flat: readonly FlatLayer[]): readonly FlatLayer[] =>
  drawnOf(flat).filter(({ inner }) => inner === undefined)
