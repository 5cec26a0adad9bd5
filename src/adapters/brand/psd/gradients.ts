import type { EffectSolidGradient, GradientStyle, LayerEffectGradientOverlay } from 'ag-psd'
import { channelsOf, hexOfColor } from './colors.ts'
import type { Placed } from './layer-pixels.ts'

/** Red, green, blue and alpha, 0 to 255, at 256 places from its beginning to its end. */
type Ramp = Uint8ClampedArray
/** `angle`: radians; `scale`: of the length of the shape that it lies on; `offset`: shares of its box. */
export type Gradient = {
  readonly ramp: Ramp
  readonly style: GradientStyle
  readonly angle: number
  readonly scale: number
  readonly offset: { readonly x: number; readonly y: number }
}

const places = 256
const mostStops = 100

type Stop = { readonly location: number; readonly midpoint: number; readonly values: readonly number[] }

/** What stops make of a place, 0 to 1. The midpoint of a stop says where half of the way from the one before it is. */
const valuesAt = (stops: readonly Stop[], place: number): readonly number[] => {
  const next = stops.findIndex(({ location }) => location >= place)
  if (next <= 0) return stops.at(next)!.values
  const [from, to] = [stops[next - 1]!, stops[next]!]
  const way = (place - from.location) / (to.location - from.location)
  const middle = Math.min(0.99, Math.max(0.01, to.midpoint))
  const share = way < middle ? (0.5 * way) / middle : 0.5 + (0.5 * (way - middle)) / (1 - middle)
  return from.values.map((value, n) => value + (to.values[n]! - value) * share)
}

const inOrder = (stops: readonly Stop[]): readonly Stop[] =>
  stops
    .slice(0, mostStops)
    .filter(({ location }) => Number.isFinite(location))
    .sort((a, b) => a.location - b.location)

const rampOf = ({ colorStops, opacityStops }: EffectSolidGradient, isReversed: boolean): Ramp | undefined => {
  const colors = inOrder(colorStops.map(({ color, ...stop }) => ({ ...stop, values: channelsOf(hexOfColor(color)) })))
  const alphas = inOrder(opacityStops.map(({ opacity, ...stop }) => ({ ...stop, values: [255 * opacity] })))
  if (colors.length === 0) return undefined
  const ramp = new Uint8ClampedArray(places * 4)
  for (let n = 0; n < places; n++) {
    const place = (isReversed ? places - 1 - n : n) / (places - 1)
    ramp.set([...valuesAt(colors, place), alphas.length === 0 ? 255 : valuesAt(alphas, place)[0]!], n * 4)
  }
  return ramp
}

type Described = Pick<LayerEffectGradientOverlay, 'gradient' | 'reverse' | 'type' | 'angle' | 'scale' | 'offset'>
/** A gradient of an effect; undefined for noise. */
export const gradientOf = ({ gradient, reverse, type, angle, scale, offset }: Described): Gradient | undefined => {
  const ramp = gradient?.type === 'solid' ? rampOf(gradient, reverse === true) : undefined
  const finite = (n: number | undefined, otherwise: number) => (n !== undefined && Number.isFinite(n) ? n : otherwise)
  return (
    ramp && {
      ramp,
      style: type ?? 'linear',
      angle: (finite(angle, 90) * Math.PI) / 180,
      scale: Math.min(10, Math.max(0.01, finite(scale, 1))),
      offset: { x: finite(offset?.x, 0), y: finite(offset?.y, 0) },
    }
  )
}

/** The color halfway. */
export const middleOf = ({ ramp }: Gradient): readonly number[] => [...ramp.subarray(places * 2, places * 2 + 3)]

/** Where a pixel is on the way of a gradient: `x` to its end, `y` beside it, both in lengths of the gradient from its middle. */
const wayAt = (style: GradientStyle, x: number, y: number): number => {
  switch (style) {
    case 'linear':
      return 0.5 + x
    case 'reflected':
      return 2 * Math.abs(x)
    case 'radial':
      return 2 * Math.hypot(x, y)
    case 'diamond':
      return 2 * (Math.abs(x) + Math.abs(y))
    case 'angle':
      return (Math.atan2(y, x) / (2 * Math.PI) + 1) % 1
  }
}

/** Paints a gradient over a box: its ends are where the box ends in its direction. */
export const drawGradient = (
  data: Placed['data'],
  { x, y, width, height }: Placed,
  within: Placed,
  gradient: Gradient,
): void => {
  const [cos, sin] = [Math.cos(gradient.angle), -Math.sin(gradient.angle)]
  const length = (Math.abs(within.width * cos) + Math.abs(within.height * sin)) * gradient.scale
  const middleX = within.x + within.width * (0.5 + gradient.offset.x) - x
  const middleY = within.y + within.height * (0.5 + gradient.offset.y) - y
  for (let row = 0, to = 0; row < height; row++)
    for (let column = 0; column < width; column++, to += 4) {
      const [across, down] = [(column + 0.5 - middleX) / length, (row + 0.5 - middleY) / length]
      const way = wayAt(gradient.style, across * cos + down * sin, across * sin - down * cos)
      const from = Math.round(Math.min(1, Math.max(0, way)) * (places - 1)) * 4
      for (let channel = 0; channel < 4; channel++) data[to + channel] = gradient.ramp[from + channel]!
    }
}
