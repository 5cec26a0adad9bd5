import { formatHex, modeHsl, modeHwb, modeLab, modeLch, modeOklab, modeOklch, modeRgb, parse, useMode } from 'culori/fn'

for (const mode of [modeRgb, modeHsl, modeHwb, modeLab, modeLch, modeOklab, modeOklch]) useMode(mode as typeof modeRgb)

const longest = 100
/** Less is a shadow or a veil over something else. */
const leastAlpha = 0.5

/** A color of CSS as `#rrggbb`; undefined for anything else and for nearly transparent ones. */
export const cssColor = (text: string): string | undefined => {
  if (text.length > longest) return undefined
  const color = parse(text.trim().toLowerCase())
  return color === undefined || (color.alpha ?? 1) < leastAlpha ? undefined : formatHex(color)
}
