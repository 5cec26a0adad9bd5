import type { DesignLayer } from '../../../domain/templates/brand.ts'
import type { ColorFinding, FontFinding, TextFinding } from '../../../domain/templates/brand-findings.ts'
import { type FlatLayer, leavesOf } from './flat-layers.ts'
import { boxIn, type Size } from './layer-pixels.ts'
import { textLayer } from './text-layer.ts'

type TextLayer = Extract<DesignLayer, { readonly kind: 'text' }>
type Found = { readonly layer: TextLayer; readonly names: string }

/** Compared with the middle one of the sizes of all texts. */
const headingSize = 1.3

const textsIn = (flat: readonly FlatLayer[], size: Size): readonly Found[] =>
  leavesOf(flat).flatMap(({ layer, groups, opacity }) => {
    const box = layer.text && boxIn(layer, size)
    // a text that HTML cannot show in place still says something
    const text =
      box &&
      textLayer({ ...layer, text: { ...layer.text!, styleRuns: [], transform: [1, 0, 0, 1, 0, 0] } }, box, opacity)
    const shown = box && (textLayer(layer, box, opacity) ?? text)
    return shown ? [{ layer: shown, names: [...groups, layer.name ?? ''].join(' ') }] : []
  })

const kindOf = ({ layer, names }: Found, middle: number, largest: number): TextFinding['kind'] => {
  if (/\b(?:cta|button|btn)\b/i.test(names)) return 'action'
  if (/\b(?:badge|sticker|tag|flag)\b/i.test(names)) return 'badge'
  return layer.size === largest || layer.size >= middle * headingSize ? 'headline' : 'text'
}

/** What the text layers of a design say: copy by size and by the names of layers and groups, fonts and colors. */
export const psdTexts = (
  flat: readonly FlatLayer[],
  size: Size,
): {
  readonly texts: readonly TextFinding[]
  readonly fonts: readonly FontFinding[]
  readonly colors: readonly ColorFinding[]
} => {
  const found = textsIn(flat, size)
  const sizes = found.map(({ layer }) => layer.size).sort((a, b) => a - b)
  const [middle = 0, largest = 0] = [sizes[sizes.length >> 1], sizes.at(-1)]
  // the largest text is read first
  const inOrder = [...found].sort((x, y) => y.layer.size - x.layer.size)
  const kinds = inOrder.map(one => ({ ...one, kind: kindOf(one, middle, largest) }))
  return {
    texts: kinds.map(({ layer, kind }) => ({ kind, text: layer.content })),
    fonts: kinds.map(({ layer, kind }) => ({
      family: layer.family,
      weight: layer.weight,
      use: layer.content.length,
      role: kind === 'headline' ? 'heading' : 'body',
    })),
    colors: found.map(({ layer: { color, content, size: letter } }) => ({
      hex: color,
      weight: Math.min(0.2, (content.length * letter * letter * 0.12) / (size.width * size.height)),
    })),
  }
}
