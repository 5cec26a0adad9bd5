import sharp from 'sharp'
import type { BrandImage } from '../../../domain/templates/brand.ts'
import { hexOfChannels } from '../../../domain/templates/color/perceived.ts'
import { BlobMissing, type Blobs } from '../../../ports/blobs.ts'

/** What a picture behind everything is like. */
export type SeenBackdrop = {
  /** Its mean, `#rrggbb`. */
  readonly color: string
  /** It is a gradient, which looks the same when it is stretched, not a photo or a pattern. */
  readonly isGradient: boolean
}

/** Pixels on a side that a picture is scaled down to, and by how much neighbours in a gradient differ at most, on average and in the worst place, 0 to 255. */
const most = { side: 32, mean: 9, worst: 40 }

/** undefined: it cannot be decoded. */
const seen = async (bytes: Buffer): Promise<SeenBackdrop> => {
  const { data, info } = await sharp(bytes)
    .resize(most.side, most.side, { fit: 'fill' })
    .flatten({ background: '#ffffff' })
    .toColorspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const at = (x: number, y: number, channel: number): number => data[(y * width + x) * channels + channel] ?? 0
  const sums = [0, 0, 0]
  let [steps, worst, count] = [0, 0, 0]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let channel = 0; channel < 3; channel++) {
        const own = at(x, y, channel)
        sums[channel] = (sums[channel] ?? 0) + own
        for (const near of [at(Math.min(x + 1, width - 1), y, channel), at(x, Math.min(y + 1, height - 1), channel)]) {
          steps += Math.abs(near - own)
          worst = Math.max(worst, Math.abs(near - own))
          count++
        }
      }
  const [red = 0, green = 0, blue = 0] = sums.map(sum => sum / (width * height))
  return {
    color: hexOfChannels(red, green, blue),
    isGradient: steps / count <= most.mean && worst <= most.worst,
  }
}

/** Looks at pictures behind designs; undefined: one is no longer stored, or cannot be decoded. Rejects when the store is away. */
export const backdrops =
  (blobs: Pick<Blobs, 'read'>) =>
  async ({ blob }: Pick<BrandImage, 'blob'>): Promise<SeenBackdrop | undefined> => {
    const bytes = await blobs.read(blob).catch((error: unknown) => {
      if (error instanceof BlobMissing) return undefined
      throw error
    })
    return bytes && seen(bytes).catch(() => undefined)
  }
