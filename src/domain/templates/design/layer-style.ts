import type { DesignLayer, LayerShadow } from '../brand.ts'
import { genericOf } from '../known-fonts.ts'
import type { Box } from './boxes.ts'
import type { FillLayer, TextLayer } from './find-design-parts.ts'

/** A name of a font as a CSS string; nothing that could end the string is left. */
export const quotedFamily = (family: string): string => `'${family.replaceAll(/[^\p{L}\p{N} _.-]/gu, '')}'`

/** A color of a layer as CSS: `#rrggbb`, black for anything else. */
export const layerColor = (color: string): string => (/^#[0-9a-f]{6}$/.test(color) ? color : '#000000')

/** The shadow of a layer as CSS, `<x> <y> <blur> <color>`. */
export const shadowText = ({ x, y, blur, color, opacity }: LayerShadow): string => {
  const alpha = Math.round(Math.min(1, Math.max(0, opacity)) * 255)
  return `${x}px ${y}px ${blur}px ${layerColor(color)}${alpha.toString(16).padStart(2, '0')}`
}

/** A length in CSS. */
export const px = (pixels: number): string => `${Math.round(pixels * 100) / 100}px`

/** Places an element. Pixels of the ad. */
export const placeStyle = ({ x, y, width, height }: Box) => ({
  position: 'absolute',
  left: px(x),
  top: px(y),
  width: px(width),
  height: px(height),
})

export const opacityStyle = ({ opacity }: DesignLayer) => ({ opacity: opacity < 1 ? opacity : undefined })

/** The letters of a text. Each property has its own name, so that edits find it; lines follow the size of the letters. */
export const letterStyle = ({ family, size, weight, italic, color, leading, shadow }: TextLayer) => ({
  'font-family': `${quotedFamily(family)},${genericOf(family)}`,
  'font-size': px(size),
  'font-weight': weight,
  'font-style': italic ? 'italic' : undefined,
  'line-height': Math.round((leading / size) * 1000) / 1000,
  color: layerColor(color),
  'text-shadow': shadow && shadowText(shadow),
})

/** Whether a designer wrote a text in capitals, which then hold for the values of its column. */
export const isInCapitals = (content: string): boolean =>
  content === content.toUpperCase() && content !== content.toLowerCase()
export const capitalsStyle = (content: string) => ({
  'text-transform': isInCapitals(content) ? 'uppercase' : undefined,
})

/** A text of a column ends with dots where its room ends. */
export const clampStyle = (lines: number) =>
  lines === 1
    ? { 'white-space': 'nowrap', overflow: 'hidden', 'text-overflow': 'ellipsis' }
    : {
        display: '-webkit-box',
        '-webkit-box-orient': 'vertical',
        '-webkit-line-clamp': lines,
        overflow: 'hidden',
        'overflow-wrap': 'anywhere',
      }

/** A box of one color, whose corners edits can change. */
export const boxStyle = ({ color, radius, shadow }: Pick<FillLayer, 'color' | 'radius' | 'shadow'>) => ({
  background: layerColor(color),
  'box-shadow': shadow && shadowText(shadow),
  'border-radius': radius === undefined ? undefined : px(radius),
})
export const roundedData = (radius: number | undefined): string =>
  radius === undefined ? '' : ` data-rounded="${px(radius)}"`
