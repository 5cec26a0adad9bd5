import sharp from 'sharp'
import { Undrawable } from './undrawable.ts'

/** Maximum pixels of an image or a frame (HTTP-20). */
export const maxPixels = 25_000_000

export type Resource = { readonly body: Buffer; readonly contentType: string }

const isRaster = /^image\/(?!svg)/i
/** The chunk that marks a PNG as animated precedes its image data. */
const isAnimatedPng = (body: Buffer) => body.subarray(0, 4096).includes('acTL')

/**
 * An image as the renderer shows it. An animated one (GIF, WebP, APNG) is reduced to its first frame, since Chromium
 * plays it in real time. Throws Undrawable `too-large` above 25 megapixels. Files that sharp cannot read are left to
 * Chromium.
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
      `the image ${url.split(/[?#]/, 1)[0]} has more than ${maxPixels / 1e6} megapixels`,
    )
  if ((known.pages ?? 1) === 1 && !isAnimatedPng(body)) return { body, contentType }
  return { body: await sharp(body, { limitInputPixels: maxPixels }).png().toBuffer(), contentType: 'image/png' }
}
