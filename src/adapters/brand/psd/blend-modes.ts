import type { BlendMode } from 'ag-psd'

/** The color of a channel, 0 to 1, where `source` lies over `back`, both opaque. */
type Blend = (back: number, source: number) => number
/** Red, green and blue, 0 to 1. */
type Rgb = readonly [number, number, number]
/** The color where `source` lies over `back`, for modes that look at all channels together. */
export type ColorBlend = (back: Rgb, source: Rgb) => Rgb

const clamped = (n: number): number => Math.min(1, Math.max(0, n))
const multiply: Blend = (back, source) => back * source
const screen: Blend = (back, source) => back + source - back * source
const hardLight: Blend = (back, source) => (source <= 0.5 ? multiply(back, 2 * source) : screen(back, 2 * source - 1))
const colorDodge: Blend = (back, source) => (back === 0 ? 0 : source >= 1 ? 1 : Math.min(1, back / (1 - source)))
const colorBurn: Blend = (back, source) => (back >= 1 ? 1 : source <= 0 ? 0 : 1 - Math.min(1, (1 - back) / source))
const softLight: Blend = (back, source) => {
  if (source <= 0.5) return back - (1 - 2 * source) * back * (1 - back)
  const curve = back <= 0.25 ? ((16 * back - 12) * back + 4) * back : Math.sqrt(back)
  return back + (2 * source - 1) * (curve - back)
}

/** The modes that mix each channel by itself. */
const channelBlends: Partial<Record<BlendMode, Blend>> = {
  multiply,
  screen,
  overlay: (back, source) => hardLight(source, back),
  darken: Math.min,
  lighten: Math.max,
  'color dodge': colorDodge,
  'color burn': colorBurn,
  'linear dodge': (back, source) => back + source,
  'linear burn': (back, source) => back + source - 1,
  'hard light': hardLight,
  'soft light': softLight,
  'vivid light': (back, source) => (source <= 0.5 ? colorBurn(back, 2 * source) : colorDodge(back, 2 * source - 1)),
  'linear light': (back, source) => back + 2 * source - 1,
  'pin light': (back, source) => (source <= 0.5 ? Math.min(back, 2 * source) : Math.max(back, 2 * source - 1)),
  'hard mix': (back, source) => (back + source >= 1 ? 1 : 0),
  difference: (back, source) => Math.abs(back - source),
  exclusion: (back, source) => back + source - 2 * back * source,
  subtract: (back, source) => back - source,
  divide: (back, source) => (source === 0 ? (back === 0 ? 0 : 1) : back / source),
}

const luminosity = ([r, g, b]: Rgb): number => 0.3 * r + 0.59 * g + 0.11 * b
const saturation = (color: Rgb): number => Math.max(...color) - Math.min(...color)
/** A color moved to a luminosity, and towards gray as far as it would leave the colors that there are. */
const withLuminosity = (color: Rgb, light: number): Rgb => {
  const by = light - luminosity(color)
  const [least, most] = [Math.min(...color) + by, Math.max(...color) + by]
  const low = least < 0 ? light / (light - least) : 1
  const high = most > 1 ? (1 - light) / (most - light) : 1
  const at = (channel: number) => light + (channel + by - light) * Math.min(low, high)
  return [at(color[0]), at(color[1]), at(color[2])]
}
const withSaturation = (color: Rgb, wanted: number): Rgb => {
  const [least, range] = [Math.min(...color), saturation(color)]
  const at = (channel: number) => (range === 0 ? 0 : ((channel - least) / range) * wanted)
  return [at(color[0]), at(color[1]), at(color[2])]
}

const colorBlends: Partial<Record<BlendMode, ColorBlend>> = {
  hue: (back, source) => withLuminosity(withSaturation(source, saturation(back)), luminosity(back)),
  saturation: (back, source) => withLuminosity(withSaturation(back, saturation(source)), luminosity(back)),
  color: (back, source) => withLuminosity(source, luminosity(back)),
  luminosity: (back, source) => withLuminosity(back, luminosity(source)),
  'darker color': (back, source) => (luminosity(source) < luminosity(back) ? source : back),
  'lighter color': (back, source) => (luminosity(source) > luminosity(back) ? source : back),
}

/** Whether HTML shows the mode as it is. */
export const isNormal = (mode: BlendMode = 'normal'): boolean => mode === 'normal' || mode === 'pass through'
/** Whether layers can be mixed in this mode. Only noise cannot: `dissolve`. */
export const canBlend = (mode: BlendMode = 'normal'): boolean =>
  isNormal(mode) || channelBlends[mode] !== undefined || colorBlends[mode] !== undefined

const tables = new Map<BlendMode, Uint8Array>()
/** The channels that a mode makes, at `back * 256 + source`, all of them bytes; undefined for modes that do not mix each channel by itself. */
export const tableOf = (mode: BlendMode): Uint8Array | undefined => {
  const blend = channelBlends[mode]
  if (blend === undefined) return undefined
  const made =
    tables.get(mode) ??
    Uint8Array.from({ length: 65_536 }, (_, n) => Math.round(255 * clamped(blend((n >> 8) / 255, (n & 255) / 255))))
  tables.set(mode, made)
  return made
}
export const colorBlendOf = (mode: BlendMode): ColorBlend | undefined => colorBlends[mode]
