import type { Pixels } from './palette.ts'

/** Less of a color is not seen. */
const leastAlpha = 8

/** A picture without its transparent margins; nothing that is seen of it is cut. One that is transparent everywhere stays as it is. */
export const withoutMargins = (pixels: Pixels): Pixels => {
  const { data, width, height } = pixels
  let [left, right, top, bottom] = [width, -1, height, -1]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (data[(y * width + x) * 4 + 3]! < leastAlpha) continue
      if (x < left) left = x
      if (x > right) right = x
      if (y < top) top = y
      bottom = y
    }
  const [wide, high] = [right - left + 1, bottom - top + 1]
  if (right < 0 || (wide === width && high === height)) return pixels
  const rows = new Uint8Array(wide * high * 4)
  for (let y = 0; y < high; y++) {
    const from = ((top + y) * width + left) * 4
    rows.set(data.subarray(from, from + wide * 4), y * wide * 4)
  }
  return { data: rows, width: wide, height: high }
}
