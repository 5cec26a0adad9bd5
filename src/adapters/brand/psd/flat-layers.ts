import type { BlendMode, Layer } from 'ag-psd'

/** A visible layer outside its groups. `groups`: their names, the outermost first. */
export type FlatLayer = {
  readonly layer: Layer
  readonly groups: readonly string[]
  /** 0 to 1, with that of its groups. */
  readonly opacity: number
  /** The layer that it is clipped to. */
  readonly clippedTo?: Layer
  /** The layer is part of something that only its own program can show. */
  readonly isOpaqueToUs: boolean
}

const mostDepth = 50

const isPlain = (mode: BlendMode | undefined): boolean =>
  mode === undefined || mode === 'pass through' || mode === 'normal'

type Outer = { readonly groups: readonly string[]; readonly opacity: number; readonly isOpaqueToUs: boolean }

const within = (layers: readonly Layer[], { groups, opacity, isOpaqueToUs }: Outer): readonly FlatLayer[] => {
  let base: Layer | undefined
  return layers.flatMap((layer): readonly FlatLayer[] => {
    if (!layer.clipping) base = layer
    // what is clipped to a hidden layer is hidden too
    if (layer.hidden || (layer.clipping && base?.hidden)) return []
    const inner: Outer = {
      groups: [...groups, layer.name ?? ''],
      opacity: opacity * (layer.opacity ?? 1),
      isOpaqueToUs: isOpaqueToUs || (layer.clipping === true && base?.children !== undefined),
    }
    if (layer.children === undefined)
      return [
        {
          layer,
          groups,
          opacity: inner.opacity,
          isOpaqueToUs: inner.isOpaqueToUs || layer.adjustment !== undefined,
          ...(layer.clipping && base ? { clippedTo: base } : {}),
        },
      ]
    const isMasked = layer.mask !== undefined && !layer.mask.disabled
    const isMixed = !isPlain(layer.blendMode) || isMasked || groups.length >= mostDepth
    return groups.length > mostDepth
      ? []
      : within(layer.children, { ...inner, isOpaqueToUs: inner.isOpaqueToUs || isMixed })
  })
}

/** The visible layers of a design without their groups, from back to front. */
export const flatLayers = (layers: readonly Layer[]): readonly FlatLayer[] =>
  within(layers, { groups: [], opacity: 1, isOpaqueToUs: false })
