import { converter, formatHex, modeLrgb, modeOklab, modeRgb, useMode } from 'culori/fn'

useMode(modeRgb)
useMode(modeLrgb)
useMode(modeOklab)

/** A color as people see it (OKLab): lightness 0 to 1, and two axes of hue. Equal distances look about equally different. */
export type Perceived = { readonly l: number; readonly a: number; readonly b: number }

const oklab = converter('oklab')

/** `#rrggbb` as people see it; black for anything else. */
export const perceived = (hex: string): Perceived => {
  const { l, a, b } = oklab(hex) ?? { l: 0, a: 0, b: 0 }
  return { l, a, b }
}
/** From channels of 0 to 255. */
export const perceivedOf = (red: number, green: number, blue: number): Perceived => {
  const { l, a, b } = oklab({ mode: 'rgb', r: red / 255, g: green / 255, b: blue / 255 })
  return { l, a, b }
}
/** `#rrggbb` of channels of 0 to 255. */
export const hexOfChannels = (red: number, green: number, blue: number): string =>
  formatHex({ mode: 'rgb', r: red / 255, g: green / 255, b: blue / 255 })

const rgb = converter('rgb')

/** The color of one that is seen through, on another one. `opacity`: 0 to 1. */
export const mixed = (under: string, over: string, opacity: number): string => {
  const [a, b] = [rgb(under), rgb(over)]
  if (a === undefined || b === undefined) return over
  const at = (one: number, other: number) => one + (other - one) * Math.min(1, Math.max(0, opacity))
  return formatHex({ mode: 'rgb', r: at(a.r, b.r), g: at(a.g, b.g), b: at(a.b, b.b) })
}

/** 0 for the same color, 1 for black and white; below 0.03 hardly anybody sees a difference. */
export const distance = (one: Perceived, other: Perceived): number =>
  Math.hypot(one.l - other.l, one.a - other.a, one.b - other.b)

/** How colorful a color is: 0 for gray, about 0.3 for the strongest colors of a screen. */
export const chroma = ({ a, b }: Perceived): number => Math.hypot(a, b)
