import type { ColorFinding } from '../../../domain/templates/brand-findings.ts'
import { distance, hexOfChannels, type Perceived, perceivedOf } from '../../../domain/templates/color/perceived.ts'

/** Pixels as red, green, blue and alpha, 0 to 255, row by row. */
export type Pixels = { readonly data: Uint8Array | Uint8ClampedArray; readonly width: number; readonly height: number }

const clusters = 8
const rounds = 12
const mostSamples = 10_000
/** Two seeds closer than this would share a cluster. */
const seedDistance = 0.08
/** Clusters with a smaller share are noise. */
const leastShare = 0.005

type Bin = {
  red: number
  green: number
  blue: number
  count: number
  readonly exact: Map<number, number>
  seen: Perceived
}

/** Opaque pixels of a grid over the picture, in bins of similar colors. */
const binned = ({ data, width, height }: Pixels): { readonly bins: Bin[]; readonly clear: number } => {
  const step = Math.max(1, Math.ceil(Math.sqrt((width * height) / mostSamples)))
  const bins = new Map<number, Bin>()
  let clear = 0
  for (let y = step >> 1; y < height; y += step)
    for (let x = step >> 1; x < width; x += step) {
      const at = (y * width + x) * 4
      if (data[at + 3]! < 128) {
        clear++
        continue
      }
      const [red, green, blue] = [data[at]!, data[at + 1]!, data[at + 2]!]
      const key = ((red >> 3) << 10) | ((green >> 3) << 5) | (blue >> 3)
      const bin = bins.get(key) ?? { red: 0, green: 0, blue: 0, count: 0, exact: new Map(), seen: { l: 0, a: 0, b: 0 } }
      bin.red += red
      bin.green += green
      bin.blue += blue
      bin.count++
      const rgb = (red << 16) | (green << 8) | blue
      bin.exact.set(rgb, (bin.exact.get(rgb) ?? 0) + 1)
      bins.set(key, bin)
    }
  for (const bin of bins.values())
    bin.seen = perceivedOf(bin.red / bin.count, bin.green / bin.count, bin.blue / bin.count)
  return { bins: [...bins.values()].sort((x, y) => y.count - x.count), clear }
}

/** The heaviest bins that differ: the same picture has the same seeds. */
const seedsOf = (bins: readonly Bin[]): Perceived[] => {
  const seeds: Perceived[] = []
  for (const { seen } of bins) {
    if (seeds.length === clusters) break
    if (seeds.every(seed => distance(seed, seen) >= seedDistance)) seeds.push(seen)
  }
  return seeds
}

const nearest = (centers: readonly Perceived[], seen: Perceived): number =>
  centers.reduce((best, center, at) => (distance(center, seen) < distance(centers[best]!, seen) ? at : best), 0)

const centerOf = (bins: readonly Bin[]): Perceived => {
  const count = bins.reduce((sum, bin) => sum + bin.count, 0)
  const mean = (axis: keyof Perceived): number => bins.reduce((sum, bin) => sum + bin.seen[axis] * bin.count, 0) / count
  return { l: mean('l'), a: mean('a'), b: mean('b') }
}

/** The color of a cluster: the exact one that a fifth of its pixels has, as flat artwork does, else the mean of its heaviest bin. */
const colorOf = (bins: readonly Bin[], count: number): string => {
  const [heaviest] = bins
  if (heaviest === undefined) return '#000000'
  const [[rgb, times]] = [...heaviest.exact].sort(([a, x], [b, y]) => y - x || a - b) as [[number, number]]
  return times * 5 >= count
    ? `#${rgb.toString(16).padStart(6, '0')}`
    : hexOfChannels(heaviest.red / heaviest.count, heaviest.green / heaviest.count, heaviest.blue / heaviest.count)
}

/** `weight`: the share of the picture's opaque pixels. `clear`: the share of pixels that are not opaque. */
export type Palette = { readonly colors: readonly ColorFinding[]; readonly clear: number }

/**
 * The colors of a picture by k-means in OKLab over at most 10,000 of its pixels, the heaviest first. Nearly white ones count as background and
 * nearly black ones as text. Deterministic.
 */
export const paletteOf = (pixels: Pixels): Palette => {
  const { bins, clear } = binned(pixels)
  let centers = seedsOf(bins)
  let members: Bin[][] = []
  for (let round = 0; round < rounds; round++) {
    members = centers.map(() => [])
    for (const bin of bins) members[nearest(centers, bin.seen)]!.push(bin)
    members = members.filter(own => own.length > 0)
    const moved = members.map(centerOf)
    const isDone = moved.length === centers.length && moved.every((center, at) => distance(center, centers[at]!) < 1e-4)
    centers = moved
    if (isDone) break
  }
  const opaque = bins.reduce((sum, bin) => sum + bin.count, 0)
  const colors = members
    .map((own, at): ColorFinding => {
      const count = own.reduce((sum, bin) => sum + bin.count, 0)
      const { l } = centers[at]!
      const hint = l > 0.96 ? 'background' : l < 0.22 ? 'text' : undefined
      return { hex: colorOf(own, count), weight: count / opaque, ...(hint ? { hint } : {}) }
    })
    .filter(({ weight }) => weight >= leastShare)
    .sort((x, y) => y.weight - x.weight || (x.hex < y.hex ? -1 : 1))
  return { colors, clear: opaque + clear === 0 ? 1 : clear / (opaque + clear) }
}
