import sharp from 'sharp'
import { Undrawable } from './undrawable.ts'

/** Pixels of a picture or a frame (decision 8). */
export const maxPixels = 25_000_000

export type Resource = { readonly body: Buffer; readonly contentType: string }

const isRaster = /^image\/(?!svg)/i
/** The chunk that makes a PNG an animation stands before its picture. */
const isAnimatedPng = (body: Buffer) => body.subarray(0, 4096).includes('acTL')

/**
 * A picture as the renderer shows it: one that moves by itself (GIF, WebP, APNG) is its first frame, as Chromium plays it in
 * a time of its own. Throws Undrawable `too-large` beyond 25 Mpx. What sharp cannot read is left to Chromium.
 */
export const stillPicture = async ({ body, contentType }: Resource, url: string): Promise<Resource> => {
  if (!isRaster.test(contentType)) return { body, contentType }
  const known = await sharp(body, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined)
  if (!known) return { body, contentType }
  if (known.width * (known.pageHeight ?? known.height) > maxPixels)
    throw new Undrawable(
      'too-large',
      `the picture ${url.split(/[?#]/, 1)[0]} has more than ${maxPixels / 1e6} megapixels`,
    )
  if ((known.pages ?? 1) === 1 && !isAnimatedPng(body)) return { body, contentType }
  return { body: await sharp(body, { limitInputPixels: maxPixels }).png().toBuffer(), contentType: 'image/png' }
}
