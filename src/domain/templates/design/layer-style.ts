import type { DesignLayer } from '../brand.ts'
import { genericOf } from '../known-fonts.ts'
import { layerColor, quotedFamily, shadowText } from '../layout-html.ts'
import type { Box } from './boxes.ts'
import type { FillLayer, TextLayer } from './find-design-parts.ts'

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
