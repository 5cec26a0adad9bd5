import type { Layer, LayerTextData, TextStyle } from 'ag-psd'
import type { DesignLayer } from '../../../domain/templates/brand.ts'
import { fontOf } from '../font-name.ts'
import { hexOfColor } from './colors.ts'
import type { Box } from './layer-pixels.ts'

type TextLayer = Extract<DesignLayer, { readonly kind: 'text' }>

const most = { characters: 2_000, size: 2_000, runs: 1_000 }
/** Photoshop's automatic leading. */
const autoLeading = 1.2
/** Of common fonts, in sizes: from the middle of a line to its baseline, and from the top of its capitals. */
const metrics = { middleToBaseline: 0.345, capitals: 0.73 }
/** Larger differences can be seen. */
const slack = 0.02

/** Photoshop ends lines with a return, or with ETX where the paragraph goes on. */
const contentOf = (text: string): string =>
  text
    .slice(0, most.characters)
    .toWellFormed()
    .replaceAll(/\r\n|[\r\u0003\u2028\u2029]/g, '\n')
    .replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f]/g, '')
    .trimEnd()

/** What makes a difference that can be seen. */
const looksOf = ({ font, fontSize, fillColor, fauxBold, fauxItalic }: TextStyle): string =>
  JSON.stringify([font?.name, fontSize, hexOfColor(fillColor), fauxBold === true, fauxItalic === true])

/** The one style of a text; undefined if its parts look different. */
const styleOf = ({ style = {}, styleRuns = [] }: LayerTextData): TextStyle | undefined => {
  const runs = styleRuns.slice(0, most.runs).map(run => ({ ...style, ...run.style }))
  const [first = style] = runs
  return new Set(runs.map(looksOf)).size > 1 ? undefined : first
}

const alignments: Readonly<Record<string, TextLayer['align']>> = {
  center: 'center',
  'justify-center': 'center',
  right: 'right',
  'justify-right': 'right',
}

/** Whether HTML cannot show the text in place: it is turned, bent, vertical or stretched. */
const isBent = (
  { transform = [1, 0, 0, 1, 0, 0], orientation, warp, textPath }: LayerTextData,
  style: TextStyle,
): boolean => {
  const [xx = 1, xy = 0, yx = 0, yy = 1] = transform
  const isTurned = Math.abs(xy) > slack || Math.abs(yx) > slack || xx <= 0 || Math.abs(xx / yy - 1) > slack
  const isWarped = (warp?.style !== undefined && warp.style !== 'none') || textPath !== undefined
  const isStretched = [style.horizontalScale, style.verticalScale].some(scale => Math.abs((scale ?? 1) - 1) > slack)
  return isTurned || isWarped || isStretched || orientation === 'vertical'
}

const positive = (n: number | undefined, otherwise: number): number =>
  n !== undefined && Number.isFinite(n) && n > 0 && n <= most.size ? n : otherwise

/**
 * The text of a layer as text in place; undefined where HTML cannot show it so, such as text on a curve or of several colors. `box`: the part of the
 * design that its letters cover.
 */
export const textLayer = (layer: Layer, box: Box, opacity: number): TextLayer | undefined => {
  const { text } = layer
  const style = text && styleOf(text)
  if (!text || !style || isBent(text, style)) return undefined
  const content = contentOf(text.text)
  const [, , , scale = 1, left = box.left, baseline] = text.transform ?? []
  const size = positive(positive(style.fontSize, 12) * scale, 12)
  const leading =
    style.autoLeading === false ? positive((style.leading ?? 0) * scale, size * autoLeading) : size * autoLeading
  const wraps = text.shapeType === 'box'
  const firstBaseline = wraps || baseline === undefined ? box.top + metrics.capitals * size : baseline
  const { family, weight } = fontOf(style.font?.name ?? 'sans-serif')
  const align = alignments[text.paragraphStyle?.justification ?? 'left'] ?? 'left'
  const [boxLeft = 0, , boxRight = 0] = text.boxBounds ?? []
  const inked = box.right - box.left
  const width = Math.max(1, Math.round(wraps && boxRight > boxLeft ? (boxRight - boxLeft) * scale : inked))
  const anchor = wraps
    ? left + boxLeft * scale
    : align === 'center'
      ? left - width / 2
      : align === 'right'
        ? left - width
        : left
  if (content.trim() === '' || ![anchor, firstBaseline].every(n => Math.abs(n) < 100_000)) return undefined
  return {
    kind: 'text',
    name: (layer.name ?? '').slice(0, 255),
    x: Math.round(anchor),
    y: Math.round(firstBaseline - leading / 2 - metrics.middleToBaseline * size),
    width,
    height: Math.max(1, Math.round(content.split('\n').length * leading), wraps ? box.bottom - box.top : 1),
    opacity,
    content,
    family: family === '' ? 'sans-serif' : family,
    size: Math.round(size * 100) / 100,
    weight: style.fauxBold ? Math.max(700, weight) : weight,
    italic: style.fauxItalic === true || /italic|oblique/i.test(style.font?.name ?? ''),
    color: hexOfColor(style.fillColor),
    align,
    leading: Math.round(leading * 100) / 100,
    wraps,
  }
}
