import type { Box, Placed, Size } from './layer-pixels.ts'

/** How much of each pixel is covered, 0 to 255, at a place of the design. */
export type Shape = Size & { readonly data: Uint8Array; readonly x: number; readonly y: number }

/** Box filters that together look like the bell curve of a shadow. */
const passes = 3
/** Alpha from which a pixel is within a shape. */
const within = 128

/** The shape of a layer in a box that may be larger than it is. */
export const shapeIn = (layer: Placed, { left, top, right, bottom }: Box): Shape => {
  const [width, height] = [right - left, bottom - top]
  const data = new Uint8Array(width * height)
  const [from, to] = [Math.max(left, layer.x), Math.min(right, layer.x + layer.width)]
  for (let y = Math.max(top, layer.y); y < Math.min(bottom, layer.y + layer.height); y++)
    for (let x = from; x < to; x++)
      data[(y - top) * width + x - left] = layer.data[((y - layer.y) * layer.width + x - layer.x) * 4 + 3]!
  return { data, width, height, x: left, y: top }
}

/** What is around a shape. */
export const inverted = (shape: Shape): Shape => ({ ...shape, data: shape.data.map(cover => 255 - cover) })

/** Blurs lines of a picture of one channel, in time that does not grow with the radius. `beyond`: what is around the picture. */
const blurLines = (
  [from, to]: readonly [Uint8Array, Uint8Array],
  { lines, length, across, step }: Readonly<Record<'lines' | 'length' | 'across' | 'step', number>>,
  radius: number,
  beyond: number,
) => {
  const width = 2 * radius + 1
  for (let line = 0; line < lines; line++) {
    const start = line * across
    const at = (place: number) => (place < 0 || place >= length ? beyond : from[start + place * step]!)
    let sum = beyond * (radius + 1)
    for (let place = 0; place < radius; place++) sum += at(place)
    for (let place = 0; place < length; place++) {
      sum += at(place + radius) - at(place - radius - 1)
      to[start + place * step] = Math.round(sum / width)
    }
  }
}

/** A shape with soft edges. `size`: pixels, twice the deviation; `beyond`: how covered the pixels around it are. */
export const blurred = (shape: Shape, size: number, beyond = 0): Shape => {
  const radius = Math.round(size / 2)
  if (radius === 0) return shape
  const { width, height } = shape
  const [data, other] = [shape.data.slice(), new Uint8Array(width * height)]
  for (let pass = 0; pass < passes; pass++) {
    blurLines([data, other], { lines: height, length: width, across: width, step: 1 }, radius, beyond)
    blurLines([other, data], { lines: width, length: height, across: 1, step: width }, radius, beyond)
  }
  return { ...shape, data }
}
/** How far `blurred` reaches. */
export const reachOf = (size: number): number => Math.round(size / 2) * passes

/** The squares of distances along a line to its nearest places, each of which has a start of its own: the lower envelope of parabolas. */
const nearest = (starts: Float64Array, length: number, found: Float64Array, at: Int32Array, ends: Float64Array) => {
  let last = -1
  for (let place = 0; place < length; place++) {
    if (starts[place] === Infinity) continue
    let meets = -Infinity
    while (last >= 0) {
      const before = at[last]!
      meets = (starts[place]! + place * place - starts[before]! - before * before) / (2 * (place - before))
      if (meets > ends[last]!) break
      last--
    }
    last++
    at[last] = place
    ends[last] = last === 0 ? -Infinity : meets
  }
  for (let place = 0, n = 0; place < length; place++) {
    while (n < last && ends[n + 1]! < place) n++
    found[place] = last < 0 ? Infinity : (place - at[n]!) ** 2 + starts[at[n]!]!
  }
}

/** A shape that reaches `by` pixels further, with smooth edges; in time that does not grow with `by`. */
export const grown = (shape: Shape, by: number): Shape => {
  if (by === 0) return shape
  const { width, height, data } = shape
  const squares = new Float32Array(width * height)
  const length = Math.max(width, height)
  const [starts, found, ends] = [new Float64Array(length), new Float64Array(length), new Float64Array(length + 1)]
  const at = new Int32Array(length)
  for (let x = 0; x < width; x++) {
    for (let y = 0; y < height; y++) starts[y] = data[y * width + x]! >= within ? 0 : Infinity
    nearest(starts, height, found, at, ends)
    for (let y = 0; y < height; y++) squares[y * width + x] = found[y]!
  }
  const to = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) starts[x] = squares[y * width + x]!
    nearest(starts, width, found, at, ends)
    for (let x = 0; x < width; x++) {
      const cover = Math.min(1, Math.max(0, by + 1 - Math.sqrt(found[x]!)))
      to[y * width + x] = Math.max(data[y * width + x]!, Math.round(255 * cover))
    }
  }
  return { ...shape, data: to }
}
