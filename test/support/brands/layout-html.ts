import escapeHtml from 'escape-html'
import type { BrandImage, DesignLayer, DesignLayout } from '../../../src/domain/templates/brand.ts'
import { layerColor, quotedFamily, shadowText } from '../../../src/domain/templates/design/layer-style.ts'
import { genericOf } from '../../../src/domain/templates/known-fonts.ts'

type Addresses = (image: BrandImage) => string
type TextLayer = Extract<DesignLayer, { readonly kind: 'text' }>

const boxOf = ({ x, y, width, height, opacity }: DesignLayer): string =>
  `position:absolute;left:${x}px;top:${y}px;width:${width}px;height:${height}px;${opacity < 1 ? `opacity:${opacity};` : ''}`

const sides = { left: 'flex-start', center: 'center', right: 'flex-end' } as const

/** A text is a flex item, so that one that is wider than its box stays centered, or keeps its right edge. */
const textOf = (layer: TextLayer): string => {
  const { family, size, weight, italic, color, align, leading, wraps, content, shadow } = layer
  const font = `font:${italic ? 'italic ' : ''}${weight} ${size}px/${leading}px ${quotedFamily(family)},${genericOf(family)};`
  const flow = `display:flex;justify-content:${sides[align]};text-align:${align};white-space:${wraps ? 'pre-wrap' : 'pre'};`
  return `<div style="${boxOf(layer)}${flow}${escapeHtml(font)}color:${layerColor(color)}${shadow ? `;text-shadow:${shadowText(shadow)}` : ''}"><span>${escapeHtml(content)}</span></div>`
}

const elementOf = (layer: DesignLayer, addressOf: Addresses): string => {
  switch (layer.kind) {
    case 'image':
      return `<img alt="" src="${escapeHtml(addressOf(layer.image))}" style="${boxOf(layer)}">`
    case 'fill':
      return `<div style="${boxOf(layer)}${layer.radius === undefined ? '' : `border-radius:${layer.radius}px;`}${layer.shadow ? `box-shadow:${shadowText(layer.shadow)};` : ''}background:${layerColor(layer.color)}"></div>`
    case 'text':
      return textOf(layer)
  }
}

/**
 * A design as an HTML document of its size (TEMPLATE-16): each layer at its place, text as text, pictures by the addresses that `addressOf` gives
 * them.
 */
export const layoutHtml = ({ width, height, layers }: DesignLayout, addressOf: Addresses): string =>
  [
    '<!doctype html>',
    '<html><head><meta charset="utf-8"><style>body{margin:0}</style></head>',
    `<body><div style="position:relative;overflow:hidden;width:${width}px;height:${height}px">`,
    ...layers.map(layer => elementOf(layer, addressOf)),
    '</div></body></html>',
    '',
  ].join('\n')
