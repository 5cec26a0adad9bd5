/** A color of the perceptual space OKLCH: lightness 0 to 1, chroma from 0, hue in radians. https://bottosson.github.io/posts/oklab/ */
export type Oklch = { readonly l: number; readonly c: number; readonly h: number }

/** Red, green and blue, 0 to 1, linear in light. */
type Linear = readonly [red: number, green: number, blue: number]

const channel = (hex: string, at: number): number => {
  const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}
/** The light of a color `#rrggbb`. */
export const linearOf = (hex: string): Linear => [channel(hex, 1), channel(hex, 3), channel(hex, 5)]

const byteOf = (light: number): string => {
  const value = light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055
  return Math.round(Math.min(1, Math.max(0, value)) * 255)
    .toString(16)
    .padStart(2, '0')
}

/** A color `#rrggbb` in OKLCH. */
export const oklchOf = (hex: string): Oklch => {
  const [r, g, b] = linearOf(hex)
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short
  const other = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short
  return {
    l: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    c: Math.hypot(a, other),
    h: Math.atan2(other, a),
  }
}

const linearOfOklch = ({ l, c, h }: Oklch): Linear => {
  const [a, b] = [c * Math.cos(h), c * Math.sin(h)]
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
}
const isShown = (light: Linear): boolean => light.every(value => value >= -0.0005 && value <= 1.0005)

/** The color `#rrggbb` that screens can show: its chroma is lowered as far as needed. */
export const hexOf = (color: Oklch): string => {
  const l = Math.min(1, Math.max(0, color.l))
  let [low, high] = [0, color.c]
  if (!isShown(linearOfOklch({ ...color, l })))
    for (let step = 0; step < 16; step++) {
      const c = (low + high) / 2
      if (isShown(linearOfOklch({ ...color, l, c }))) low = c
      else high = c
    }
  else low = color.c
  return `#${linearOfOklch({ ...color, l, c: low })
    .map(byteOf)
    .join('')}`
}
