import type { DesignLayer, DesignLayout, LayerShadow } from '../brand.ts'
import type { TemplateSize } from '../size.ts'

const rounded = (pixels: number): number => Math.round(pixels * 100) / 100

type Side = { readonly from: number; readonly to: number; readonly factor: number }

/** Where a layer begins and how long it is along one side: what reaches both edges still does, the rest keeps its distance from the nearer edge best. */
const along = (start: number, length: number, { from, to, factor }: Side): readonly [number, number] => {
  if (length >= from) return [(start * to) / from, (length * to) / from]
  return [(start / (from - length)) * (to - length * factor), length * factor]
}

const scaledShadow = ({ shadow }: { readonly shadow?: LayerShadow }, factor: number): { shadow?: LayerShadow } => {
  if (shadow === undefined) return {}
  const { x, y, blur } = shadow
  return { shadow: { ...shadow, x: rounded(x * factor), y: rounded(y * factor), blur: rounded(blur * factor) } }
}

const scaled = (layer: DesignLayer, across: Side, down: Side, factor: number): DesignLayer => {
  const [x, width] = along(layer.x, layer.width, across)
  const [y, height] = along(layer.y, layer.height, down)
  const box = { x: rounded(x), y: rounded(y), width: rounded(width), height: rounded(height) }
  switch (layer.kind) {
    case 'image':
      return { ...layer, ...box }
    case 'fill':
      return {
        ...layer,
        ...box,
        ...scaledShadow(layer, factor),
        ...(layer.radius === undefined ? {} : { radius: rounded(layer.radius * factor) }),
      }
    case 'text':
      return {
        ...layer,
        ...box,
        ...scaledShadow(layer, factor),
        size: rounded(layer.size * factor),
        leading: rounded(layer.leading * factor),
      }
  }
}

/** A design in a size of nearly its ratio (TEMPLATE-20): all is scaled alike, and the difference goes between the layers. */
export const scaleLayout = ({ width, height, layers }: DesignLayout, size: TemplateSize): DesignLayout => {
  const factor = Math.min(size.width / width, size.height / height)
  const across = { from: width, to: size.width, factor }
  const down = { from: height, to: size.height, factor }
  return { ...size, layers: layers.map(layer => scaled(layer, across, down, factor)) }
}
