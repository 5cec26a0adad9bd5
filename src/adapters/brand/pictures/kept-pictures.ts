import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { BrandImage } from '../../../domain/templates/brand.ts'
import type { Pixels } from './palette.ts'

/** What is kept of a picture, without a role. */
export type KeptImage = Omit<BrandImage, 'role'>

/** A PNG up to this size, pixels: larger ones without transparency are photos, which JPEG holds in a tenth. */
const smallPixels = 512 * 512
/** Larger PNGs become WebP; bytes. */
const mostPngBytes = 4 * 1_048_576

const encoded = async (
  { data, width, height }: Pixels,
  isOpaque: boolean,
): Promise<{ readonly bytes: Buffer; readonly contentType: KeptImage['contentType'] }> => {
  const picture = sharp(data, { raw: { width, height, channels: 4 } })
  if (isOpaque && width * height > smallPixels)
    return { bytes: await picture.removeAlpha().jpeg({ quality: 90 }).toBuffer(), contentType: 'image/jpeg' }
  const png = await picture.clone().png({ compressionLevel: 9 }).toBuffer()
  if (png.length <= mostPngBytes) return { bytes: png, contentType: 'image/png' }
  return { bytes: await picture.webp({ quality: 90 }).toBuffer(), contentType: 'image/webp' }
}

/**
 * Writes pictures into a folder, each named by its SHA-256. They are encoded anew from their pixels, so nothing else of a customer's file is kept: no
 * metadata, no second content.
 */
export const keepPictures = (folder: string) => ({
  async keep(pixels: Pixels, isOpaque: boolean): Promise<KeptImage> {
    const { bytes, contentType } = await encoded(pixels, isOpaque)
    const blob = createHash('sha256').update(bytes).digest('hex')
    await writeFile(join(folder, blob), bytes)
    return { blob, contentType, width: pixels.width, height: pixels.height }
  },
})
export type KeptPictures = ReturnType<typeof keepPictures>
