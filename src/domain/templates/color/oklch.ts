import { converter, formatHex, modeLrgb, modeOklab, modeOklch, modeRgb, useMode } from 'culori/fn'

useMode(modeRgb)
useMode(modeLrgb)
useMode(modeOklab)
useMode(modeOklch)

/** A color of the perceptual space OKLCH: lightness 0 to 1, chroma from 0, hue in degrees. https://bottosson.github.io/posts/oklab/ */
export type Oklch = { readonly l: number; readonly c: number; readonly h: number }

const oklch = converter('oklch')

/** A color `#rrggbb` in OKLCH; black for anything else. */
export const oklchOf = (hex: string): Oklch => {
  const { l, c, h = 0 } = oklch(hex) ?? { l: 0, c: 0 }
  return { l, c, h }
}

const linear = converter('lrgb')
/** Beyond what screens show by so little that nobody sees it, as colors of screens are after they were converted. */
const tolerance = 0.0005
const steps = 16

const isShown = (color: Oklch): boolean => {
  const { r, g, b } = linear({ mode: 'oklch', ...color })
  return [r, g, b].every(light => light >= -tolerance && light <= 1 + tolerance)
}

/**
 * The color `#rrggbb` that screens can show: its chroma is lowered as far as needed. clampChroma of culori has no tolerance, and would change colors that
 * only were converted.
 */
export const hexOf = ({ l, c, h }: Oklch): string => {
  const color = { l: Math.min(1, Math.max(0, l)), c, h }
  let [low, high] = isShown(color) ? [c, c] : [0, c]
  for (let step = 0; low < high && step < steps; step++) {
    const middle = (low + high) / 2
    if (isShown({ ...color, c: middle })) low = middle
    else high = middle
  }
  return formatHex({ mode: 'oklch', ...color, c: low })
}
