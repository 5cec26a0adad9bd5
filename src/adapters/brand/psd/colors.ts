import type { Color } from 'ag-psd'
import { hexOfChannels } from '../../../domain/templates/color/perceived.ts'

/** A color of a PSD as `#rrggbb`; black for a space that is not known. */
export const hexOfColor = (color: Color | undefined): string => {
  if (color && 'r' in color) return hexOfChannels(color.r, color.g, color.b)
  if (color && 'fr' in color) return hexOfChannels(color.fr * 255, color.fg * 255, color.fb * 255)
  if (color && 'k' in color && !('c' in color)) return hexOfChannels(255 - color.k, 255 - color.k, 255 - color.k)
  return '#000000'
}

/** Red, green and blue of `#rrggbb`, 0 to 255. */
export const channelsOf = (hex: string): readonly [number, number, number] => {
  const n = Number.parseInt(hex.slice(1), 16)
  return [n >> 16, (n >> 8) & 255, n & 255]
}
