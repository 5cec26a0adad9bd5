import { modeLrgb, modeRgb, useMode, wcagContrast } from 'culori/fn'
import { hexOf, oklchOf } from './oklch.ts'

useMode(modeRgb)
useMode(modeLrgb)

/** The least contrast of a text and what is behind it (TEMPLATE-19): level AA of WCAG 2.2 for text of any size. */
export const leastContrast = 4.5
/** What colors are adjusted to: a little more, since screens and screenshots round. */
const aimed = 4.6
const steps = 256

/** The contrast of two colors `#rrggbb`, 1 to 21. https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export const contrastOf = (a: string, b: string): number => wcagContrast(a, b)

/**
 * The color nearest to the wanted one that can be read on a background: only its lightness changes, in a perceptual space, and its
 * chroma where screens cannot show it. Every background has such a color, since black or white can be read on it.
 */
export const readableOn = (background: string, wanted: string): string => {
  if (contrastOf(background, wanted) >= leastContrast) return wanted
  const color = oklchOf(wanted)
  for (let step = 1; step <= steps; step++)
    for (const l of [color.l - step / steps, color.l + step / steps]) {
      const near = hexOf({ ...color, l })
      if (l >= -1 / steps && l <= 1 + 1 / steps && contrastOf(background, near) >= aimed) return near
    }
  return contrastOf(background, '#000000') >= contrastOf(background, '#ffffff') ? '#000000' : '#ffffff'
}

const mostContrast = (background: string, colors: readonly string[]): string =>
  colors.reduce((best, hex) => (contrastOf(background, hex) > contrastOf(background, best) ? hex : best))

/**
 * The color of a label on a button or badge: the wanted one if it can be read there, otherwise the one of the brand's `own` colors that can be read
 * best, otherwise white or nearly black with a touch of the button. Never a gray that is only just readable, as the nearest color would be.
 */
export const labelOn = (button: string, wanted: string, own: readonly string[] = []): string => {
  if (contrastOf(button, wanted) >= leastContrast) return wanted
  const readable = own.filter(hex => contrastOf(button, hex) >= leastContrast)
  const color = oklchOf(button)
  const ink = hexOf({ ...color, l: 0.2, c: Math.min(color.c, 0.04) })
  return readableOn(button, mostContrast(button, readable.length > 0 ? readable : ['#ffffff', ink]))
}

/** Whether a color is dark, as a background. */
export const isDark = (hex: string): boolean => contrastOf(hex, '#ffffff') > contrastOf(hex, '#000000')
